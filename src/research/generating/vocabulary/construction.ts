/** The topic of building sites and their noise, in both languages. */
import { even, phrases, words } from '../grammar.js'
import type { Topic } from './topic.js'

export const construction: Topic = {
  name: 'construction',
  label: '建设工程',
  zh: {
    thing: words(
      '夜间施工 工程款 扬尘 农民工工资 塔吊 渣土车 基坑 拆迁补偿 施工许可 打桩震动 脚手架 工地围挡 混凝土质量 征地手续 竣工验收 安全帽 管线开挖 地基下沉',
    ),
    place: words('工地 {place2}项目部 基坑旁 {street}工段 生活区 拆迁片区 材料堆场 施工便道 高压线下'),
    actor: words('施工单位 建设单位 {place2}建筑公司 监理公司 包工头 劳务公司 {place2}集团 住建部门 拆迁办'),
    fault: even(`
      {actor}从{1-12}月起连续{thing}，机器响到凌晨{1-4}点
      {actor}拖欠{20-200}名工人的{thing}共{10-300}万元
      {place}没有洒水和覆盖，{thing}十分严重
      {thing}引起房屋开裂，最宽处有{2-9}毫米
      {actor}在没有{thing}的情况下开工{2-9}个月
      {place}距离居民楼只有{5-30}米，{actor}{never}公示方案
      {thing}的标准前后不一，{actor}的答复{vague}
      渣土车每晚从{place}进出{40-200}趟
      {actor}用不合格的材料，{thing}检测不过关
      {place}的{facility}倒了{3-20}天没有恢复
      合同签订{2-6}年，{thing}至今没有结清
      {actor}层层转包，出了{thing}的事没人承担`),
    effect: even(`
      墙体裂缝已经透风
      附近{50-600}户居民整夜无法入睡
      工人家里连过年的钱都没有
      窗台上每天一层厚厚的灰
      有一名工人从{3-12}米高处坠落
      考生复习受到严重干扰
      庄稼被毁{3-40}亩
      自来水管被挖断{2-6}次
      孩子咳嗽一直不好`),
    wish: even(`
      责令{actor}停止{thing}
      请第三方对房屋进行安全鉴定
      督促{actor}在{date}前付清{thing}
      公开{place}的审批文件
      要求{place}安装降尘和隔音设施
      规定渣土车的路线和时间
      按照标准落实{thing}
      追究转包双方的责任`),
    term: words(
      '工程质量 安全生产 建筑节能 项目管理 招标投标 装配式建筑 施工技术 城市建设 绿色建材 监理制度 工期控制 劳务用工 地下管网 抗震设计 造价管理 基础设施 旧城改造 验收标准 建筑工人',
    ),
    stem: words(
      '工程 施工 建材 水泥 钢筋 桥梁 图纸 招标 造价 工地 塔吊 脚手架 基坑 预制件 监理 隧道 防水 幕墙 管道 地基 节能 抗震 竣工 工期 劳务 机械 分包 模板 砂石 混凝土 外墙 电气',
    ),
    head: words('质量 管理 安全 标准 成本 进度 监督 验收 检测 设计 采购 培训 技术 规范 周期 事故 资质 合同 市场 改造 效率 能耗 责任 备案'),
    role: words('工人 监理员 项目经理 工程师 包工头 设计师 农民工 安全员 质检员 业主 塔吊司机 电焊工 造价员 材料员'),
    body: words('建设局 施工单位 监理公司 设计院 质监站 开发商 劳务公司 建材厂 招标中心 检测所 总包单位 建筑协会'),
    site: words('施工现场 深基坑 工棚 搅拌站 塔楼 预制厂 桥墩旁 楼顶 项目部 材料场 试验室 隧道口'),
    finding: even(`
      {term}不到位的项目，返工率达到{share}
      {term}提高了效率，每层楼可以少用{2-9}天
      {share}的事故与{term}的缺失有关
      {term}的成本只占总价的{share}，却决定了{term}
      工人平均年龄已经达到{43-56}岁
      {term}与{term}脱节，是超支的主要原因
      {term}推广{3-9}年来，能耗下降{share}
      低价中标常常以牺牲{term}为代价
      图纸变更平均每个项目有{12-90}处`),
    measure: even(`
      推行{term}终身责任制
      在工地设立{term}监测点
      用专用账户发放工资
      把{term}结果与信用挂钩
      统一{term}的构件尺寸
      对{term}人员实行实名登记
      引入{term}保险`),
  },
  en: {
    thing: phrases(
      'building sites, cranes, concrete deliveries, night work, scaffolds, foundations, tenders, steel beams, unpaid wages, bridges, drainage pipes, safety helmets, prefabricated walls, excavations',
    ),
    actor: phrases(
      'contractors, site managers, structural engineers, architects, subcontractors, building inspectors, planning offices, bricklayers, surveyors',
    ),
    term: phrases(
      'site safety, construction quality, energy efficiency, project management, procurement, timber construction, cost control, labour law, infrastructure, earthquake resistance, recycling of materials, standardisation, urban development',
    ),
    finding: even(`
      {thing} cause {share} of all delays
      {actor} change the drawings {12-95} times in a typical project
      {term} accounts for {share} of the price and most of the complaints
      {thing} were found unsafe on {4-30} of {31-99} sites
      buildings finished after {1995-2015} use {share} less energy
      {actor} are {41-58} years old on average
      the cheapest bid ended {share} above the second
      {term} suffers when {actor} work for {3-7} firms at once
      dust near {thing} exceeded the limit on {9-70} days`),
    effect: even(`
      cracks appear in the houses next door
      families move in before the stairs are finished
      {actor} blame each other in court
      apprentices leave in the first winter
      the opening is postponed for the {2-5}th time
      repairs begin in the year of completion
      neighbours sleep with earplugs`),
    measure: even(`
      checking {thing} without notice
      paying wages through a separate account
      measuring noise at {5-40} points around {thing}
      choosing bids by {term} as well as price
      building a full-size sample of {thing}
      keeping {actor} liable for {5-15} years
      reusing {share} of the old bricks`),
  },
}
