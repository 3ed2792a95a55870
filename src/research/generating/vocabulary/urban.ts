/** The topic of the order of a city, in both languages. */
import { even, phrases, words } from '../grammar.js'
import type { Topic } from './topic.js'

export const urbanManagement: Topic = {
  name: 'urban_management',
  label: '城市管理',
  zh: {
    thing: words(
      '占道经营 垃圾清运 油烟扰民 广场舞噪音 违章搭建 小广告 公厕 流浪狗 夜市摊点 窨井盖 广告牌 绿化带 乱停放 下水道 露天烧烤 早餐摊 垃圾分类 宠物粪便',
    ),
    place: words('人行道 菜市场 小区门口 {street}沿线 公园 河边步道 广场 背街小巷 垃圾站'),
    actor: words('城管中队 环卫公司 街道办 {place2}饭店 摊贩 执法大队 园林部门 市场管理方 {place2}烧烤店'),
    fault: even(`
      {actor}每天{5-9}点到{19-23}点占用{place}，{thing}无人过问
      {place}的{thing}已经{3-30}天没有清理，臭味很大
      {thing}的投诉转了{3-9}个部门，{actor}总说不归自己管
      {actor}在{place}私自搭了{10-90}平方米的棚子
      {place}的音响开到夜里{22-23}点，{thing}越来越严重
      {actor}检查时收起来，人一走{thing}又恢复原样
      {place}少了{2-9}个{facility}，{never}有人补上
      {actor}把污水直接倒进{place}
      {thing}整治之后{2-6}周就反弹，{actor}{vague}
      {place}的树枝伸到居民窗前，{3-9}年没有修剪
      {actor}执法时只罚款，不解决{thing}
      {place}蚊蝇成群，{thing}却没有固定的时间`),
    effect: even(`
      周围{30-400}户居民不敢开窗
      老人夜里要靠安眠药才能入睡
      行人和电动车经常相撞
      孩子被狗咬伤，打了{3-6}针疫苗
      雨后污水漫到一楼住户家里
      附近的小店也跟着乱摆
      整条街的环境越来越差
      推婴儿车根本过不去`),
    wish: even(`
      划定固定摊位，规范{thing}
      安排{actor}在{place}定时巡查
      拆除{place}的违法建筑
      每天清运{place}的垃圾
      明确{thing}由哪个部门负责
      要求{actor}安装净化设备
      限制{place}的音量和时间
      公开{thing}整治的结果`),
    term: words(
      '城市治理 市容环境 网格化管理 执法公正 公共空间 垃圾分类 社区参与 城市更新 精细化管理 便民服务 夜间经济 环境卫生 综合执法 数字城管 流动摊贩 噪声治理 公共设施 市民素质 长效机制',
    ),
    stem: words(
      '市容 垃圾 摊贩 绿地 路灯 户外广告 噪声 污水 公厕 河道 街巷 夜市 社区 网格 门店 停车 扬尘 油烟 犬只 井盖 招牌 集市 环卫 公园 排水 违建 管线 积水 步道 老街 早市 树木',
    ),
    head: words('治理 管理 整治 分类 养护 清运 规划 服务 改造 秩序 巡查 收费 标准 投诉 监督 设施 成本 效果 考核 协调 公示 规范 投入 更新'),
    role: words('居民 摊主 城管队员 环卫工 网格员 商户 店主 志愿者 巡查员 老人 保洁员 游客 楼长 物业人员'),
    body: words('城管局 街道办 环卫所 园林局 居民小组 水务局 物业公司 居委会 商会 执法大队 市政公司 环保局'),
    site: words('街角 菜市场 江边 小巷 广场 河边 商业街 老小区 桥下 校门口 垃圾站 地下通道'),
    finding: even(`
      {term}做到位的街道，{term}的投诉下降{share}
      {term}不能一罚了之，要给{term}留出空间
      {share}的投诉集中在不到一成的地段
      {term}的成效取决于部门之间能否共享信息
      摊点入市以后，{place}的垃圾量减少{share}
      {term}缺人手，平均每{2-9}万居民只有{3-20}名队员
      {term}与{term}看似矛盾，其实可以兼顾
      群众最反感的是一阵风式的{term}
      多数问题重复出现超过{2-9}次`),
    measure: even(`
      设立{term}议事会
      为摊贩提供{term}场地
      把{term}事项交给社区先行协调
      用摄像头识别{term}问题
      实行{term}限时办结
      让商户签订{term}公约
      公布{term}的责任清单`),
  },
  en: {
    thing: phrases(
      'street markets, litter bins, noise complaints, public toilets, billboards, stray dogs, park benches, food stalls, street lamps, drains, graffiti, playgrounds, waste collections, pavements',
    ),
    actor: phrases(
      'street vendors, city councils, residents, cleaning crews, shop owners, park keepers, neighbourhood groups, inspectors, sanitation departments',
    ),
    term: phrases(
      'city life, public space, waste sorting, noise control, law enforcement, street cleaning, local democracy, the night economy, urban greenery, flood protection, community work, licensing, public order',
    ),
    finding: even(`
      {share} of complaints about {thing} come from {3-12} streets
      {thing} are emptied {2-9} times a week in one district and once in another
      {term} costs the city {12-95} dollars per resident a year
      {actor} and {actor} seldom talk before a conflict begins
      {term} improved by {share} where {actor} were asked first
      after {20-23} in the evening the noise near {thing} reaches {60-95} decibels
      fines for {thing} cover hardly a {3-9}th of what they cost
      {term} looks simple on a map and difficult on the ground
      nobody knows exactly how many {thing} there are`),
    effect: even(`
      people avoid the square after dark
      {thing} are moved from one street to the next
      rats have returned to the old town
      small traders lose a day of income
      the same complaint is filed {3-12} times
      cellars fill with water after each storm
      volunteers give up after a season`),
    measure: even(`
      marking fixed places for {thing}
      answering complaints within {2-14} days
      letting {actor} decide on {thing} themselves
      planting {200-900} trees along the main roads
      sharing one map of {thing} between departments
      lending tools to {actor}
      closing two streets for {term} every Sunday`),
  },
}
