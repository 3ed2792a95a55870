/** The topic of housing, in both languages. */
import { even, phrases, words } from '../grammar.js'
import type { Topic } from './topic.js'

export const housing: Topic = {
  name: 'housing',
  label: '住房',
  zh: {
    thing: words(
      '房产证 物业费 维修基金 电梯 公摊面积 停车位 交房日期 外墙渗水 供暖 水压 消防通道 公租房资格 房屋租金 业主委员会 装修保证金 绿化 二次供水 门禁',
    ),
    place: words('地下车库 楼顶 单元门 电梯间 楼道 小区大门 {1-28}号楼 配电房 儿童活动区'),
    actor: words('物业公司 开发商 房管局 {place2}置业 居委会 中介公司 {place2}物业 住建局 房东'),
    fault: even(`
      {actor}承诺的{thing}至今没有兑现，已经拖了{2-9}年
      {place}的{thing}隔三差五出故障，报修{3-30}次都没有结果
      {actor}没有经过业主同意就把{place}租给商户
      入住{2-9}个月后{place}开始漏水，墙皮成片脱落
      {thing}每平方米涨了{1-9}角，{actor}{never}征求意见
      合同写明的{thing}与实际相差很大，{actor}{vague}
      {actor}把{thing}与交钥匙捆绑，不交钱就不给办
      小区建成{5-20}年，{thing}从来没有公示过账目
      {place}被杂物和电动车占满，{thing}形同虚设
      申请{thing}已经过去{3-20}个月，{actor}一直说在审核
      {actor}更换之后，{thing}的资料互相推托不肯移交
      {place}夜里没有照明，{thing}也停用了{2-20}天`),
    effect: even(`
      家里被水泡过的地板全部起鼓
      孩子落不了户，上学成了难题
      高层的老人{2-12}天没能下楼
      我们一家{3-6}口人只能继续租房
      冬天室内温度只有{8-15}度
      好几位邻居打算卖房搬走
      消防车根本开不进来
      首付{10-60}万元就这样压在里面
      业主与保安多次发生冲突`),
    wish: even(`
      责令{actor}限期解决{thing}的问题
      公布{thing}近{2-6}年的收支明细
      为{community}业主尽快办理{thing}
      检测{place}的结构安全并出具书面报告
      督促{actor}恢复{place}原来的用途
      协调召开业主大会，重新选聘物业
      核减服务不到位期间的{thing}
      明确由谁负责{thing}的维修`),
    term: words(
      '住房保障 租赁市场 旧房改造 物业管理 房价 住房公积金 居住条件 土地供应 老旧小区 业主自治 保障性住房 居住成本 房屋质量 社区服务 购房需求 空置房屋 租金水平 产权登记 城镇化',
    ),
    stem: words(
      '住房 租赁 物业 小区 公寓 楼盘 土地 房贷 装修 户型 电梯 供暖 绿化 车位 房产 拆迁 安置 维修 棚户区 院落 城郊 廉租房 中介 产权 房租 新房 旧楼 建材 消防 外墙 门禁 空置房',
    ),
    head: words('市场 管理 保障 改造 价格 供应 补贴 登记 质量 需求 监管 交易 审批 规划 成本 服务 标准 秩序 周期 纠纷 投资 库存 政策 分配'),
    role: words('业主 租户 房东 购房者 售楼员 经纪人 保安 设计师 工人 新市民 青年人 老住户 评估师 物业经理'),
    body: words('住建局 物业公司 街道办 银行 房管所 公积金中心 业委会 设计院 租赁公司 居委会 建筑公司 登记中心'),
    site: words('老城区 新区 地铁沿线 公租房 售楼处 地下车库 楼道 工地 沿河地段 单位大院 城中村 商品房小区'),
    finding: even(`
      年轻人收入的{share}用在{term}上
      {term}的难处在于谁出钱、谁受益说不清
      过去{3-9}年里{term}的增长快于{term}
      {term}不能只看面积，还要看离工作地点有多远
      空置率上升到{share}，租房的人却仍然找不到合适的住处
      {term}改善之后，邻里纠纷减少了{share}
      {term}一旦与{term}脱节，政策就难以落地
      多数受访家庭把{term}排在{term}之前
      没有透明的账目，{term}就只是一句口号`),
    measure: even(`
      把闲置厂房改建为{term}项目
      对{term}实行网上备案
      由街道牵头成立{term}小组
      为加装电梯的楼栋提供补贴
      建立{term}的第三方评价
      按季度公布{term}指数
      适当延长{term}的申请期限`),
  },
  en: {
    thing: phrases(
      'rents, council flats, service charges, mortgages, heating bills, old apartment blocks, tenancy contracts, parking spaces, lifts, building permits, empty houses, shared kitchens, roof repairs, deposits',
    ),
    actor: phrases(
      'landlords, tenants, housing officers, property managers, first-time buyers, developers, owners associations, estate agents, city councils',
    ),
    term: phrases(
      'affordable housing, the rental market, home ownership, urban renewal, insulation, land supply, tenant protection, property tax, social housing, housing quality, neighbourhood life, vacancy, construction cost, overcrowding',
    ),
    finding: even(`
      {actor} now spend {share} of their income on {thing}
      {thing} have risen {2-9} times faster than wages since {2009-2019}
      {term} depends less on interest rates than on {term}
      nearly {share} of the flats near the centre stand empty for part of the year
      families with {2-5} children wait {3-11} years for a suitable home
      {term} is weakest where {actor} have no voice in planning
      every euro spent on {term} saves {2-6} in later repairs
      {thing} differ by {share} between two sides of the same street
      {actor} rarely know which rules on {term} apply to them`),
    effect: even(`
      nurses and drivers can no longer live near their work
      whole stairwells stay cold through the winter
      older people remain in flats that are far too large for them
      disputes over {thing} fill the local courts
      young couples put off having children
      the shops on the ground floor close one after the other
      neighbours hardly know each other by name`),
    measure: even(`
      capping {thing} for {3-8} years
      turning empty offices into homes
      taxing {thing} that nobody uses
      lending money for {term} without interest
      giving {actor} a seat in the planning board
      keeping a public register of {thing}
      building on car parks before building on fields`),
  },
}
