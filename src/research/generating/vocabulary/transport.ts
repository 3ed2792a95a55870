/** The topic of transport, in both languages. */
import { even, phrases, words } from '../grammar.js'
import type { Topic } from './topic.js'

export const transport: Topic = {
  name: 'transport',
  label: '交通',
  zh: {
    thing: words(
      '公交线路 红绿灯 道路破损 停车收费 地铁换乘 非机动车道 路灯 限行措施 斑马线 客运班次 违停 护栏 共享单车 货车噪音 出租车拒载 公交卡 交通标线 路口拥堵',
    ),
    place: words('路口 公交站台 地铁口 人行天桥 {street}段 收费站 辅路 高架桥下 客运站'),
    actor: words('公交公司 交警大队 交通局 停车公司 地铁运营方 {place2}客运 养护单位 施工方 出租车公司'),
    fault: even(`
      {1-260}路公交等{20-70}分钟才来一班，{thing}一直没有调整
      {place}的{thing}设置不合理，绿灯只有{8-20}秒
      {street}的路面坑洼不平，{actor}补了{2-6}次又裂开
      {actor}在{place}划了{20-90}个收费车位，{never}公示标准
      大货车深夜从{place}经过，{thing}形同虚设
      {place}的{thing}坏了{5-60}天，晚上一片漆黑
      {actor}临时取消{thing}，站牌上没有任何通知
      电动车和汽车在{place}混行，一个月发生{2-9}起事故
      {place}被占用堆放材料，行人只能走机动车道
      {thing}的电子牌显示与实际相差{10-40}分钟
      {actor}对{thing}的解释前后矛盾，{vague}
      修路围挡已经{3-15}个月，{place}每天堵得水泄不通`),
    effect: even(`
      上班族每天在路上多花{20-90}分钟
      已经有{2-9}位老人在那里摔伤
      孩子过马路家长提心吊胆
      救护车被堵在半路
      沿街店铺的客人少了一大半
      末班车之后只能步行{2-6}公里回家
      行人被迫在车流里穿行
      剐蹭事故几乎天天发生
      雨天积水有{10-40}厘米深`),
    wish: even(`
      调整{place}的{thing}
      恢复{1-260}路公交在{community}的站点
      尽快修复{street}的路面
      在{place}增设减速带和警示牌
      查处{actor}的违规收费
      早晚高峰安排人员在{place}疏导
      公布{thing}改造的时间表
      延长末班车的运营时间`),
    term: words(
      '公共交通 交通拥堵 轨道交通 慢行系统 道路安全 物流运输 新能源汽车 智能信号 停车管理 路网规划 绿色出行 客运服务 货运效率 高速公路 通勤时间 交通执法 换乘衔接 城市道路 航空运输',
    ),
    stem: words(
      '公交 地铁 道路 客运 货运 停车 信号灯 高铁 航班 港口 物流 单车 出租车 桥梁 隧道 路网 公路 校车 班线 枢纽 充电桩 限行 轮渡 驾考 站台 票务 通勤 接驳 快递 交警 匝道 夜班车',
    ),
    head: words('管理 规划 服务 效率 建设 改造 安全 拥堵 调度 衔接 成本 需求 秩序 补贴 收费 运力 标准 维护 布局 流量 执法 延误 设施 投资'),
    role: words('乘客 司机 协管员 通勤者 骑手 调度员 货车司机 老人 学生 站务员 养护工 行人 检票员 游客'),
    body: words('交通局 公交公司 地铁集团 交警队 铁路局 机场 物流公司 客运站 港务局 设计院 出租车公司 运管所'),
    site: words('路口 车站 高架桥 候车室 地铁站 环路 学校门口 停车场 服务区 隧道口 码头 城郊'),
    finding: even(`
      {term}每增加一成，{term}的压力就减轻{share}
      {share}的居民通勤超过{40-80}分钟
      {term}的瓶颈不在主干道，而在最后一公里
      新线路开通{3-24}个月后，{term}客流增长{share}
      单靠修路解决不了{term}，还要看{term}
      {term}事故多发生在{5-9}点和{17-21}点
      {term}与{term}各自规划，接口处问题最多
      货车空驶率仍有{share}
      骑行的人多了，{term}的空间却没有增加`),
    measure: even(`
      在主要路口推行{term}
      给公交车专用路权
      把{term}与新区规划同步
      用数据调整{term}的配时
      按时段收取{term}费用
      建设连续的{term}网络
      整合{term}的票务`),
  },
  en: {
    thing: phrases(
      'bus routes, bicycle lanes, night trains, parking fees, traffic lights, tram stops, freight lorries, road works, ferries, speed limits, ticket prices, electric scooters, commuter trains, level crossings',
    ),
    actor: phrases(
      'commuters, transit agencies, cyclists, bus drivers, hauliers, road engineers, railway companies, traffic wardens, taxi owners',
    ),
    term: phrases(
      'public transport, congestion, road safety, logistics, air quality, mobility, infrastructure, punctuality, accessibility, traffic planning, electric vehicles, rail freight, maintenance, walking',
    ),
    finding: even(`
      {actor} lose {20-140} hours a year to {term}
      {thing} carry {share} more passengers than {3-12} years ago
      {term} improved on {4-40} of the {41-90} routes that were measured
      every new lane filled up again within {6-48} months
      {share} of all trips are shorter than {2-6} kilometres
      accidents near {thing} fell by {share} after the change
      {actor} judge {term} by the worst day of the month, not by the average
      {thing} cost {2-9} times less per kilometre than new roads
      {term} fails where two timetables meet`),
    effect: even(`
      people without a car reach fewer jobs
      deliveries arrive a day late
      children are driven to school over {300-900} metres
      side streets fill with through traffic
      old {thing} are repaired rather than replaced
      the last connection leaves before the theatre ends
      drivers ignore signs they cannot understand`),
    measure: even(`
      giving {thing} priority at {12-80} junctions
      selling one ticket for all of {term}
      closing the centre to lorries before {7-11} in the morning
      counting {actor} before and after each change
      repairing {thing} at night
      linking {thing} with the airport
      spending {share} of fuel tax on {term}`),
  },
}
