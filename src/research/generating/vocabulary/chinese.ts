/** Rules in Chinese that every topic shares. Places, people and firms are put together by chance; nobody is meant. */
import { computed, type Rules, words } from '../grammar.js'
import type { Random } from '../random.js'

const FIRST = [...'云锦松清金玉青宏东华南明瑞安柳梅长新石白丰嘉和春福海龙景桂翠']
const SECOND = [...'溪湖泉岭桥苑滨林河山塘岗坪湾庭港田坡浦洲关台原园']
const GIVEN = [...'伟芳秀敏静丽强磊军洋艳勇杰娟涛超霞平刚桂英华玲飞红建文辉力明永健世广志义兴良海山仁波']
const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕']

const placeName = (random: Random) => random.pick(FIRST) + random.pick(SECOND)

export const personName = (random: Random) => random.pick(SURNAMES) + random.pick(GIVEN) + (random.chance(0.7) ? random.pick(GIVEN) : '')

export const districtName = (random: Random) => `${placeName(random)}${random.pick(['区', '区', '县', '新区'])}`

/** Eleven digits in the form of a mobile number, out of a range that is given to nobody. */
export const phoneNumber = (random: Random) =>
  `12${String(random.below(1e5)).padStart(5, '0')}${String(random.below(1e4)).padStart(4, '0')}`

export const CHINESE: Rules = {
  place2: computed(placeName),
  street: computed((random) => `${placeName(random)}${random.pick(['路', '街', '大道', '巷', '东路', '西街', '北路', '南街'])}`),
  community: computed(
    (random) => `${placeName(random)}${random.pick(['小区', '花园', '家园', '苑', '新村', '社区', '公馆', '名城', '华庭'])}`,
  ),
  district: computed(districtName),
  person: computed(personName),
  surname: computed((random) => random.pick(SURNAMES)),
  phone: computed(phoneNumber),
  date: computed((random) => `${random.between(2019, 2024)}年${random.between(1, 12)}月${random.between(1, 28)}日`),
  day: computed((random) => `${random.between(1, 12)}月${random.between(1, 28)}日`),
  money: computed((random) => `${random.between(3, 980)}${random.pick(['00元', '0元', '万元', '余元', '000元'])}`),
  share: computed((random) =>
    random.chance(0.5)
      ? `百分之${random.pick([...'三五六七八九'])}十${random.pick([...'一二四五七八'])}`
      : `${random.between(3, 96)}.${random.below(10)}%`,
  ),
  always: words('一直 经常 总是 始终 往往 常常 几乎每次 多半'),
  never: words('从未 没有 从来没有 至今没有 始终没有 根本不曾 迟迟没有 拒绝'),
  vague: words('含糊其辞 避而不谈 互相推诿 没有下文 一拖再拖 不予理会 敷衍了事 语焉不详 自相矛盾'),
  facility: words('护栏 监控 灯 水管 门锁 井盖 座椅 标牌 地砖 空调 围墙 排水沟'),
  people: words('居民 群众 业主 家长 老人 住户 商户 村民 市民 职工 邻居'),
  also: words('同时 另外 此外 而且 并且 再者 加上 不仅如此 更让人难以接受的是'),
  so: words('因此 结果 所以 导致 这样一来 由此 于是 其后果是'),
  since: words('{@when}以来 近{2-9}个月来 入夏以来 从去年年底开始 {@date}之后 最近一段时间 这几年 自{day}起'),
  when: words('今年年初 去年{7-12}月 {day} 上半年 春节前后 {date} 前年冬天 本月初'),
  soon: words('尽快 及时 早日 立即 在近期内 依法 认真'),
  hotline: words('12345热线 市长信箱 信访窗口 网上留言板 居委会 街道办 有关科室 社区网格员'),
  office: words('有关部门 主管部门 相关单位 上级部门 职能部门 贵单位 市里 区里'),
  leader: words('领导 市领导 区领导 市长 局领导 各位领导 信访部门领导 热线工作人员 书记 县领导'),
  expert: words('研究员 教授 负责人 分析人士 工程师 一线工作者 调研组成员 专家 从业者 志愿者'),
  institute: words('{place2}大学 {place2}研究院 市调研中心 行业协会 {place2}研究所 省统计部门 {place2}学院 政策研究室'),
  journal: words('{place2}学报 发展研究 {place2}观察 社会调查 应用科学通讯 管理评论 区域经济 技术与社会'),
  adverb: words('明显 逐步 进一步 显著 大幅 持续 有效 稳步 切实'),
  important: words('重要 关键 突出 现实 紧迫 根本 普遍 复杂'),
}
