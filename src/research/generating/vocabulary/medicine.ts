/** The topic of medicine, in both languages. */
import { even, phrases, words } from '../grammar.js'
import type { Topic } from './topic.js'

export const medicine: Topic = {
  name: 'medicine',
  label: '医疗',
  zh: {
    thing: words(
      '医保报销 挂号 住院押金 药品价格 检查费 护工服务 异地结算 慢性病用药 病历复印 疫苗接种 急诊 床位 转诊手续 体检报告 手术排期 家庭医生 门诊收费 救护车',
    ),
    place: words('门诊大厅 住院部 急诊室 收费窗口 药房 {2-12}楼病区 检验科 停车场 社区卫生站'),
    actor: words('医院 医保局 {place2}医院 卫生院 主治医生 卫健局 {place2}诊所 药店 护士站'),
    fault: even(`
      {actor}在{thing}上重复收费，清单里同一项目出现了{2-6}次
      {place}排队{2-6}个小时，轮到时又说系统故障
      {thing}的比例突然降低，{actor}{never}张贴公告
      {actor}开的药在{place}买不到，只能到指定药店自费购买
      办理{thing}要在{place}和医保窗口之间来回跑{3-9}趟
      {actor}让患者做了{3-9}项检查，结果却{vague}
      {thing}预约已经排到{2-9}个月以后
      病人从{place}转出时，{actor}没有交接用药记录
      {place}的轮椅和{facility}长期损坏
      老人不会用手机，{actor}取消了人工{thing}
      {actor}拒绝提供{thing}的原始资料
      夜间{place}只有一名值班人员，{thing}无人处理`),
    effect: even(`
      老人的病情因此耽误了{3-20}天
      全家为了看病已经借款{2-20}万元
      病人疼得整夜睡不着
      我们只好带着孩子去{20-300}公里外的城市
      很多慢性病人自行停药
      家属与医护人员发生争执
      低保家庭根本承担不起
      伤口感染又住院{5-25}天
      家里唯一的劳动力不能上班`),
    wish: even(`
      核实{thing}的收费明细并退还不合理部分
      在{place}恢复人工窗口
      延长{thing}的办理时间
      对{actor}的诊疗过程进行鉴定
      把常用药配到社区卫生站
      简化{thing}的材料，实现一次办结
      给行动不便的老人提供上门服务
      追究{actor}相关人员的责任`),
    term: words(
      '分级诊疗 医疗保险 基层医疗 慢性病管理 公共卫生 医患关系 临床试验 药物研发 健康教育 远程会诊 护理服务 疾病预防 老年健康 医疗质量 电子病历 用药安全 康复治疗 医疗费用 早期筛查',
    ),
    stem: words(
      '医保 药品 门诊 住院 护理 急诊 疫苗 慢病 手术 康复 影像 中医 儿科 病历 挂号 体检 牙科 眼科 血液 基层 转诊 社区 检验 用药 器械 诊疗 病房 健康 临床 床位 产科 院前',
    ),
    head: words('管理 服务 费用 质量 流程 改革 培训 监测 供应 报销 标准 研究 规范 资源 能力 安全 需求 效率 预约 覆盖 投入 随访 压力 水平'),
    role: words('患者 医生 护士 药师 家属 院长 护工 老人 孕妇 村医 志愿者 检验员 麻醉师 住院医师'),
    body: words('医院 卫生院 医保局 疾控中心 药企 医学院 卫健委 诊所 养老院 血站 急救中心 药监局'),
    site: words('病区 门诊大厅 药房 手术室 村卫生室 社区医院 急诊室 体检中心 挂号窗口 康复科 住院部 养老机构'),
    finding: even(`
      {term}每提前一年，{term}的支出可以减少{share}
      {share}的患者首诊仍然选择大医院
      {term}的关键是信任，而信任来自{term}
      随访{6-36}个月后，参加{term}的人复发率下降{share}
      {term}在县一级最为薄弱
      新药从实验到上市平均要{7-15}年
      {term}的数据散落在不同系统里，难以用于{term}
      医护人员每周工作{45-75}小时，难以兼顾{term}
      {term}不是少数专家的事`),
    measure: even(`
      把{term}延伸到社区
      统一{term}的数据标准
      提高基层医生的待遇
      对{term}实行按病种付费
      设立{term}随访门诊
      公开各医院的{term}指标
      在学校开设{term}课`),
  },
  en: {
    thing: phrases(
      'hospital beds, vaccines, blood tests, waiting times, prescriptions, painkillers, nursing shifts, clinical trials, ambulances, screening programmes, antibiotics, medical records, surgery dates, insulin, follow-up visits',
    ),
    actor: phrases(
      'family doctors, nurses, hospitals, health insurers, patients, health ministries, pharmacists, researchers, rural clinics',
    ),
    term: phrases(
      'primary care, prevention, patient safety, public health, chronic disease, early diagnosis, drug development, mental health, rehabilitation, telemedicine, infection control, health insurance, medical ethics, ageing',
    ),
    finding: even(`
      {share} of the patients in the trial recovered within {4-30} days
      {thing} cost {2-8} times as much in one district as in the next
      {term} works best when {actor} share their data
      the risk fell by {share} among people who took part in {thing}
      {actor} work up to {48-80} hours a week
      half of all {thing} are never used as intended
      {term} receives less than {share} of the budget
      people over {60-85} visit {actor} about {5-19} times a year
      without {term}, progress in {term} is soon lost`),
    effect: even(`
      patients wait {3-14} months for a simple operation
      emergency rooms fill with people who could be treated elsewhere
      relatives have to organise {thing} on their own
      infections return stronger than before
      experienced nurses look for other work
      the cost is passed on to those who are ill the longest
      rare diseases are recognised years too late`),
    measure: even(`
      moving {thing} from hospitals to the neighbourhood
      paying {actor} for results in {term}
      buying {thing} together with other regions
      training volunteers in {term}
      keeping one record for each patient
      testing {thing} in {12-90} clinics before a wider launch
      asking patients what they expect of {term}`),
  },
}
