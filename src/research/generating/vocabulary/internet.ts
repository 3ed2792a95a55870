/** The topic of the internet, in both languages. */
import { even, phrases, words } from '../grammar.js'
import type { Topic } from './topic.js'

export const internet: Topic = {
  name: 'internet',
  label: '互联网',
  zh: {
    thing: words(
      '宽带故障 网购退款 个人信息泄露 会员自动续费 账号封禁 虚假宣传 直播打赏 快递丢失 手机套餐 垃圾短信 游戏充值 平台佣金 外卖超时 评价删除 网络诈骗 信号差 预约系统 验证码',
    ),
    place: words('客服页面 手机应用 直播间 网店 后台 {community} 营业厅 配送站 评论区'),
    actor: words('平台 运营商 {place2}科技公司 网店商家 快递公司 主播 {place2}网络公司 客服 配送站长'),
    fault: even(`
      {actor}在{place}诱导办理{thing}，每月扣费{9-99}元
      {thing}申请提交{3-30}天，{actor}只有机器人回复
      {actor}无故{thing}，申诉{2-9}次都被驳回
      {community}宽带每晚{19-23}点断线，{actor}{never}派人检修
      孩子用家长手机在{place}消费{2-90}000元，{thing}要不回来
      在{place}买的东西与描述不符，{actor}{vague}
      注册后不久就收到大量与{thing}有关的电话
      {actor}擅自修改{thing}规则，骑手收入少了{1-6}成
      取消{thing}要经过{5-12}个步骤，最后还提示失败
      {actor}要求删除差评才肯处理{thing}
      {place}显示已签收，包裹却没有收到
      {thing}的合约期被悄悄延长了{12-36}个月`),
    effect: even(`
      上网课和居家办公都受影响
      账号里的{2-90}00元余额无法提现
      每天接到{5-30}个骚扰电话
      老人被骗走养老钱{1-20}万元
      网店一个月的订单全部作废
      家庭矛盾由此而起
      工作资料全部丢失
      换号的成本实在太高`),
    wish: even(`
      督促{actor}退还{thing}涉及的费用
      要求{actor}公开{thing}规则
      彻查{thing}的来源
      让{actor}提供人工客服
      改造{community}的网络线路
      解除不合理的{thing}合约
      恢复账号并说明理由
      对{place}的虚假信息进行处罚`),
    term: words(
      '平台经济 数据安全 网络内容 电子商务 隐私保护 算法推荐 用户体验 移动应用 云计算 网络治理 短视频 社交媒体 流量竞争 开源软件 数字鸿沟 在线教育 信息传播 域名系统 网络带宽',
    ),
    stem: words(
      '平台 流量 算法 数据 账号 直播 电商 网购 隐私 宽带 搜索 支付 社交 视频 游戏 广告 外卖 云端 软件 域名 邮箱 评论 会员 快递 客服 推荐 网页 开源 终端 带宽 论坛 弹窗',
    ),
    head: words('治理 管理 安全 服务 规则 体验 审核 竞争 监管 收费 创新 成本 维护 保护 加密 更新 质量 推广 接口 标准 秩序 授权 泄露 投诉'),
    role: words('用户 网民 程序员 主播 店主 骑手 接线员 运营人员 老年人 未成年人 站长 消费者 产品经理 创作者'),
    body: words('网络公司 网信办 运营商 电商公司 软件公司 云服务商 消协 网站 快递公司 通信局 行业协会 安全实验室'),
    site: words('直播间 应用商店 聊天群 机房 网店 朋友圈 评论区 服务热线 数据中心 县城 网吧 仓库'),
    finding: even(`
      {term}的用户每天停留{20-190}分钟
      {term}放大了{term}的影响
      {share}的应用在首次打开时索取过多权限
      {term}的竞争正从规模转向{term}
      访问延迟每增加{50-500}毫秒，{term}的转化率就下降{share}
      小城市的{term}增速高于一线城市{share}
      {term}让信息更快，却未必更准
      {term}规则不透明，商家只能被动接受
      同一篇文章在{3-12}个网站上反复转载`),
    measure: even(`
      对{term}实行分级管理
      允许用户关闭{term}
      公开{term}的基本原理
      建立{term}争议的快速仲裁
      为老年人推出简化版应用
      由行业协会制定{term}公约
      定期检查{term}接口`),
  },
  en: {
    thing: phrases(
      'web pages, user accounts, online shops, mobile apps, search engines, passwords, short videos, cookies, news feeds, cloud servers, broadband lines, comments, browser tabs, delivery apps, mirror sites',
    ),
    actor: phrases(
      'platforms, network operators, web developers, users, advertisers, moderators, online sellers, data protection officers, bloggers',
    ),
    term: phrases(
      'privacy, bandwidth, open source, net neutrality, content moderation, data security, online advertising, user experience, the digital divide, web standards, caching, search quality, attention, interoperability',
    ),
    finding: even(`
      {thing} load in {2-9} seconds on a good line and in {10-40} on a poor one
      {share} of {thing} are copies of something published elsewhere
      {actor} change the rules for {thing} {3-20} times a year
      {term} is the first thing to be dropped when {actor} are in a hurry
      the average person keeps {40-190} {thing} and remembers {3-9}
      {term} improved after {actor} removed {share} of the scripts
      {thing} reach {share} of the villages in the study
      traffic to {thing} doubles every {14-40} months
      what {actor} call {term} is often a matter of defaults`),
    effect: even(`
      readers no longer know who wrote what
      small {thing} vanish from the results
      {actor} collect far more than they need
      a single fault takes {12-90} services down
      honest sellers are punished with the others
      people click on whatever closes the window
      archives of {thing} are lost for good`),
    measure: even(`
      letting people take their data with them
      deleting {thing} after {30-365} days
      serving {thing} from places nearer to the reader
      asking {actor} to explain each decision
      making {term} part of every code review
      funding {term} from a small levy
      publishing {thing} in open formats`),
  },
}
