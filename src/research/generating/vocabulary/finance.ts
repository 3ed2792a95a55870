/** The topic of money, in both languages. */
import { even, phrases, words } from '../grammar.js'
import type { Topic } from './topic.js'

export const finance: Topic = {
  name: 'finance',
  label: '金融',
  zh: {
    thing: words(
      '理财产品 贷款利率 银行卡盗刷 保险理赔 退保 信用卡年费 网贷 征信记录 提前还款 存款冻结 手续费 担保合同 基金赎回 集资款 转账限额 保费 预付卡余额 工资账户',
    ),
    place: words('营业网点 客服热线 手机银行 柜台 自助机 理财室 合同附件 催收部门'),
    actor: words('银行 保险公司 {place2}支行 {place2}投资公司 业务员 小贷公司 客户经理 金融局 催收公司'),
    fault: even(`
      {actor}推销{thing}时承诺年收益{5-18}%，到期却拒绝兑付
      {thing}的条款藏在{place}最后一页，{actor}{never}解释
      {actor}未经本人同意开通了{thing}
      {thing}已经结清{2-9}个月，{place}仍然显示逾期
      {actor}每天打{5-40}个电话催收，连亲友也被骚扰
      申请{thing}被拒，{actor}的理由{vague}
      {actor}以{thing}为名收取{2-90}00元服务费
      {thing}被扣划{2-9}次，{place}查不到原因
      {place}要求老人当场办理{thing}，没有任何风险提示
      {actor}人去楼空，{20-300}户的{thing}没有着落
      约定的{thing}与{place}展示的利率相差{1-5}个百分点
      {actor}把存款办成了{thing}`),
    effect: even(`
      老人一辈子的积蓄{5-80}万元无法取出
      公司发不出{20-90}名员工的工资
      孩子的学费没有着落
      买房的贷款因此批不下来
      家里为此闹得不可开交
      受害人已经超过{50-900}人
      生意周转不开，店铺只好关门
      父亲气得住进了医院`),
    wish: even(`
      责成{actor}退还本金和合理利息
      更正{thing}的错误信息
      查封{actor}的账户，防止资金转移
      对{thing}的销售录音进行调取核查
      停止对家属的骚扰电话
      公布{thing}的处置进展
      协调{actor}给予合理的还款期限
      依法查处违规推销{thing}的行为`),
    term: words(
      '金融监管 货币政策 小微企业融资 资本市场 风险管理 普惠金融 利率市场化 信用体系 债务水平 投资者保护 数字支付 保险市场 汇率波动 流动性 绿色金融 养老金融 资产价格 金融科技 信贷投放',
    ),
    stem: words(
      '信贷 利率 债券 基金 保险 外汇 股票 理财 支付 银行 信托 租赁 担保 征信 存款 贷款 资产 债务 养老金 农贷 黄金 期货 票据 风投 跨境 小微 数字货币 普惠 清算 储蓄 退休金 汇兑',
    ),
    head: words('市场 风险 监管 成本 规模 准备 服务 需求 结构 定价 创新 波动 回报 管理 规则 周期 审查 渠道 业务 供给 收益 准入 披露 压力'),
    role: words('储户 投资者 企业主 信贷员 交易员 分析师 客户经理 借款人 农户 老年人 监管人员 保险代理人 会计 创业者'),
    body: words('银行 证券公司 保险公司 监管局 交易所 担保公司 基金公司 信用社 财政厅 评级机构 小贷公司 支付平台'),
    site: words('营业网点 县域 交易大厅 开发区 自贸区 园区 柜台 农村 沿海城市 总部 夜市 批发市场'),
    finding: even(`
      {term}收紧以后，{term}的增速回落到{share}
      {term}与{term}之间的传导需要{3-18}个月
      小企业的贷款平均成本比大企业高{1-6}个百分点
      {share}的投资者没有读完{term}的说明书
      {term}的风险往往在繁荣时积累，在萧条时暴露
      {term}降低了门槛，也放大了{term}的冲击
      季度末{term}余额比年初增加{20-980}亿元
      缺少{term}，{term}就成了无源之水
      市场对{term}的预期出现分歧`),
    measure: even(`
      建立{term}的早期预警
      把{term}信息纳入统一平台
      鼓励银行发放中长期{term}贷款
      提高{term}的披露频率
      限制单一客户的{term}规模
      对老年客户实行{term}冷静期
      引导资金流向{term}领域`),
  },
  en: {
    thing: phrases(
      'savings accounts, interest rates, small loans, insurance claims, card fees, pension funds, bonds, credit scores, overdrafts, exchange rates, mobile payments, share prices, mortgages, dividends',
    ),
    actor: phrases(
      'central banks, small lenders, insurers, pension savers, regulators, investors, credit unions, fund managers, shopkeepers',
    ),
    term: phrases(
      'inflation, liquidity, risk management, consumer credit, financial literacy, supervision, monetary policy, digital money, public debt, capital requirements, household saving, market confidence, transparency, green investment',
    ),
    finding: even(`
      {thing} have moved by {share} since the last quarter
      {actor} hold {share} of all {thing} in the region
      {term} reacts to {term} with a delay of {3-24} months
      only one in {3-9} households could pay an unexpected bill of {4-20}00 dollars
      {actor} underestimate {term} in good years and overestimate it in bad ones
      the spread between {thing} widened to {1-9} points
      {term} is cheap to promise and costly to restore
      firms with fewer than {10-90} employees pay more for {thing}
      the models behind {thing} leave {term} out altogether`),
    effect: even(`
      shops on the high street turn away cards
      savers move their money abroad
      {actor} ask for more security than before
      prices of {thing} swing without a clear reason
      many customers sign what they have not read
      start-ups give up before the second year
      the losses end up with those who took no part in the profit`),
    measure: even(`
      testing {actor} against a fall of {share}
      explaining {thing} on a single page
      raising {term} standards step by step
      separating {thing} from ordinary banking
      teaching {term} in secondary schools
      publishing fees for {thing} side by side
      setting aside {share} of profits for {term}`),
  },
}
