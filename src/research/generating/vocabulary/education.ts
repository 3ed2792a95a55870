/** The topic of schools, in both languages. */
import { even, phrases, words } from '../grammar.js'
import type { Topic } from './topic.js'

export const education: Topic = {
  name: 'education',
  label: '教育',
  zh: {
    thing: words(
      '课后服务 学区划分 入学名额 校服价格 补课收费 食堂饭菜 作业量 校车接送 教材费用 转学手续 住宿条件 教师调动 体育场地 助学金 午休安排 实验设备 放学时间 家长会',
    ),
    place: words('校门口 教学楼 食堂 操场 学生宿舍 教室 图书室 校车站点 培训机构'),
    actor: words('学校 教育局 {place2}中学 {place2}小学 {place2}幼儿园 年级组 招生办 培训学校 班主任'),
    fault: even(`
      {actor}以{thing}为由每月另收{2-60}0元
      {thing}的标准一年之内改了{2-6}次，家长{always}事先不知情
      班里{38-62}名学生挤在一间教室，{place}连转身都困难
      开学{2-9}周以后{actor}才说{thing}名额已满
      {place}的{facility}坏了{2-20}个星期没有人修
      {actor}要求家长在群里接龙，表示自愿接受{thing}
      外来务工人员的孩子办理{thing}，材料跑了{3-9}趟仍被退回
      {thing}由一家没有资质的公司承包，{actor}对此{vague}
      同一片区的两所学校在{thing}上差别很大，{actor}{never}说明理由
      {place}卫生状况差，上月有{3-30}名学生腹泻
      老师上课不讲重点，课后又动员学生参加{thing}
      {actor}把{thing}外包之后，质量一天不如一天`),
    effect: even(`
      孩子每天写作业写到夜里十一点
      家长接送要绕行{2-9}公里
      许多家庭只好到校外另找地方
      老人冒雨在{place}等候一个多小时
      孩子回家后{always}喊饿
      双职工家庭根本照应不过来
      孩子的视力下降得很快
      家长之间为此争吵不断
      不少学生产生了厌学情绪`),
    wish: even(`
      公开{thing}的收费依据和去向
      对{actor}的做法进行调查并给家长一个答复
      在{street}附近增设一所公办学校
      把{thing}的标准提前一个学期公布
      增加{place}的值守人员，保证孩子安全
      退还多收的{thing}费用
      安排专人核对学生名单，重新分配学位
      邀请家长代表参与{thing}的监督`),
    term: words(
      '教育公平 课程改革 素质教育 师资队伍 学生评价 职业教育 家校合作 义务教育 高等教育 课堂教学 学习兴趣 教育资源 乡村学校 在线课程 升学压力 阅读习惯 实践能力 心理健康 教学方法',
    ),
    stem: words(
      '课程 教材 课堂 师资 校园 作业 考试 学业 招生 阅读 实验 体育 艺术 劳动 心理 职业 幼儿 乡村 家校 社团 教研 课后 双语 科普 住校 升学 学费 学科 假期 营养 就业 校车',
    ),
    head: words('改革 评价 管理 公平 质量 衔接 负担 资源 安排 标准 投入 规模 氛围 效果 培训 督导 合作 竞争 差距 水平 压力 保障 体系 研究'),
    role: words('教师 家长 学生 校长 班主任 教研员 辅导员 新生 毕业生 退休教师 乡村教师 大学生 保育员 代课教师'),
    body: words('学校 教育局 师范大学 教研室 幼儿园 中学 职业学院 招生办 培训机构 少年宫 学区 教育基金会'),
    site: words('教室 操场 宿舍 图书馆 实验楼 校门外 食堂 礼堂 体育馆 乡村小学 寄宿学校 补习班 夜校'),
    finding: even(`
      {term}的差距不只是钱的差距，更是{term}的差距
      {term}做得好的学校，往往在{term}上也舍得花时间
      过分看重分数会让{term}失去本来的意义
      {share}的受访教师认为{term}比{term}更难落实
      小班上课使提问的学生增加了{share}
      学生参与{term}的时间每周不足{2-9}小时
      {term}要从低年级开始，不能等到毕业前才补
      家长的期待与{term}之间存在明显落差
      乡镇教师每年流动的比例达到{share}`),
    measure: even(`
      为乡村教师提供{term}培训
      把{term}纳入年度考核
      开放校园场地供社区使用
      建立城乡学校结对的{term}制度
      减少统一考试的次数
      请高校参与{term}的设计
      为困难学生设立{term}专项资金`),
  },
  en: {
    thing: phrases(
      'school meals, reading lessons, evening classes, entrance exams, textbooks, homework, laboratory places, school buses, scholarships, language courses, playgrounds, tutoring, report cards, library hours, apprenticeships',
    ),
    actor: phrases(
      'school boards, head teachers, local colleges, parents, education officers, student unions, class teachers, examiners, university lecturers',
    ),
    term: phrases(
      'learning, class size, literacy, curriculum reform, attendance, teacher training, equal access, assessment, vocational education, school funding, early childhood education, critical thinking, distance learning, discipline, student wellbeing',
    ),
    finding: even(`
      pupils who take part in {thing} twice a week read {3-40} percent more books by the end of the year
      {term} improves most where {actor} agree on a few simple goals
      schools with fewer than {12-25} pupils in a class report better {term}
      {thing} reach only {share} of the children who would need them
      the gap in {term} opens before the age of {5-11} and seldom closes later
      {actor} spend {share} of their time on paperwork rather than on {term}
      grades say little about {term} when the questions never change
      children from remote villages travel {20-95} minutes to attend {thing}
      {term} and {term} are far more closely tied than the official plan admits`),
    effect: even(`
      many families have moved their children to private lessons
      young teachers leave the profession after {2-6} years
      parents no longer trust the marks their children bring home
      the waiting lists for {thing} grow every autumn
      children with little support at home fall further behind
      small schools have to share one teacher for {2-5} subjects
      talented pupils lose interest long before the final year`),
    measure: even(`
      paying teachers in rural schools a bonus for {term}
      opening classrooms in the evening for {thing}
      replacing one large exam with several short ones
      hiring assistants for {thing}
      publishing the results on {term} school by school
      giving pupils a say in the planning of {thing}
      pairing experienced teachers with beginners in {term}`),
  },
}
