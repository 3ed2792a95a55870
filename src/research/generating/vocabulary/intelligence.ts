/** The topic of artificial intelligence, in both languages. */
import { even, phrases, words } from '../grammar.js'
import type { Topic } from './topic.js'

export const artificialIntelligence: Topic = {
  name: 'ai',
  label: '人工智能',
  zh: {
    thing: words(
      '人脸识别 智能客服 自动驾驶 语音助手 刷脸门禁 算法派单 智能摄像头 机器人导诊 自动审核 换脸视频 智能手环 识别错误 系统升级 电子围栏 智能音箱 语音外呼 无人售货柜 信用评分',
    ),
    place: words('小区门禁 办事大厅 {place2}园区 停车场 候车厅 服务热线 商场入口 教室 手机应用'),
    actor: words('科技公司 物业 {place2}智能公司 政务中心 平台 数据公司 学校 运营单位 {place2}机器人公司'),
    fault: even(`
      {actor}在{place}强制使用{thing}，不录入就不让通过
      {thing}把我认成别人，{actor}{3-20}天没有更正
      {place}的{thing}答非所问，转人工要等{20-60}分钟
      {actor}采集的照片存放在哪里，答复{vague}
      {thing}误判违规，扣了{2-9}分，申诉没有渠道
      {thing}每天外呼{5-30}次，{actor}{never}停止
      {place}安装了{10-90}台{thing}，没有任何告示
      有人用{thing}冒充亲属，骗走{1-20}万元
      {thing}上线以后，{place}撤掉了全部人工窗口
      {actor}的{thing}停机{2-9}天，业务全部停办
      {thing}给同样的人不同的价格，相差{2-9}成
      老人面对{place}的{thing}不知如何操作`),
    effect: even(`
      居民担心自己的照片被卖掉
      老人办一件小事要跑{2-6}趟
      骑手为了赶时间只能闯红灯
      行程被无故取消{2-9}次
      孩子的一举一动都被记录
      一些残疾人无法通过验证
      名誉受到很大影响
      正常的业务耽误了{3-20}天`),
    wish: even(`
      保留人工服务，不强制{thing}
      删除{actor}采集的信息
      对{thing}的准确率进行检测
      公开{thing}的判断标准
      规范{place}的{thing}
      设立误判之后的申诉渠道
      要求{actor}说明数据的用途
      在{place}张贴醒目的告示`),
    term: words(
      '机器学习 深度学习 神经网络 训练数据 自然语言处理 大模型 图像识别 算法偏见 智能制造 知识图谱 人机协作 算力 推理速度 模型压缩 数据标注 可解释性 机器翻译 强化学习 科技伦理',
    ),
    stem: words(
      '模型 算法 语音 图像 语料 芯片 机器人 智能 翻译 识别 标注 算力 训练 推理 客服 驾驶 搜索 传感器 知识 文本 视频 制造业 医疗 诊断 伦理 隐私 人脸 农业 调度 导航 无人机 车载',
    ),
    head: words('应用 样本 标准 评测 成本 误差 速度 治理 研究 开发 管理 安全 部署 审查 能耗 数据 接口 偏差 质量 效率 风险 规范 门槛 更新'),
    role: words('工程师 研究员 标注员 用户 医生 司机 工人 教师 学生 开发者 程序员 老人 质检员 产品经理'),
    body: words('实验室 科技公司 研究院 大学 芯片厂 车企 医院 政务中心 网络平台 创业公司 标准委员会 数据公司'),
    site: words('车间 路口 诊室 机房 园区 课堂 呼叫中心 仓库 生产线 办事大厅 农田 测试场'),
    finding: even(`
      {term}的准确率提高到{share}，代价是{term}增加{2-9}倍
      {term}离不开高质量的{term}
      在{3-12}个公开数据集上，{term}的误差降低了{share}
      {term}取代的是任务，不是岗位
      {term}的进步一半来自{term}
      去掉重复样本以后，{term}所需的时间减少{share}
      {term}在实验室表现良好，到了车间却不稳定
      {term}让{term}变得可能，也带来新的问题
      参与测试的{20-900}名用户中，多数更在意{term}`),
    measure: even(`
      公开{term}的评测方法
      清理{term}里的重复内容
      为{term}建立审查流程
      让专家参与{term}的设计
      在高校设立{term}课程
      共享{term}平台
      给{term}的输出加上标识`),
  },
  en: {
    thing: phrases(
      'language models, training data, chatbots, face recognition, robots, neural networks, self-driving cars, benchmarks, recommendations, image generators, voice assistants, labels, sensors, translation systems',
    ),
    actor: phrases('researchers, start-ups, annotators, engineers, chip makers, regulators, hospitals using it, students, artists'),
    term: phrases(
      'machine learning, bias, computing power, explainability, automation, data quality, reinforcement learning, alignment, generalisation, energy use, evaluation, copyright, robotics, human oversight',
    ),
    finding: even(`
      {thing} answer {share} of the questions correctly, and never say which
      {term} matters more than size once {thing} pass {2-90} billion parameters
      removing duplicates from {thing} cut training time by {share}
      {actor} spend {share} of their time on {term}
      {thing} trained in {2015-2024} already look dated
      errors of {thing} fall on the same {3-12} groups of people
      {term} doubled within {5-20} months
      {actor} disagree on {share} of the {thing} they checked
      {term} without {term} is only a faster way to be wrong`),
    effect: even(`
      small laboratories cannot repeat the experiments
      mistakes sound as confident as facts
      {actor} sell the same idea under new names
      jobs change faster than courses do
      the power bill exceeds the payroll
      nobody feels responsible for {thing}
      test questions turn up in {thing}`),
    measure: even(`
      publishing how {thing} were collected
      testing {thing} on texts written after the training
      keeping a person in charge of {term}
      paying {actor} whose work is used
      cleaning {thing} before enlarging them
      marking what {thing} have produced
      sharing computers among {10-90} universities`),
  },
}
