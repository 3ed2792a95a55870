/** The phrasebook for Chinese: synonyms, slips, and the lines that sites and offices put around a text. */
import type { Random } from '../random.js'
import type { Phrasebook, Span } from './edit.js'

/** Words of one meaning, a line each. */
const SYNONYMS = `
  居民 住户 百姓
  群众 大家 老百姓
  反映 投诉 举报
  希望 盼望 期望
  恳请 请求 恳求
  解决 处理 化解
  尽快 尽早 赶快
  及时 按时 即时
  严重 厉害 突出
  一直 始终 老是
  经常 时常 常常
  问题 毛病 难题
  影响 干扰 妨碍
  生活 起居 日常
  部门 单位 机构
  有关 相关 涉及的
  答复 回复 回应
  因此 因而 故此
  所以 于是 因之
  但是 可是 不过
  然而 但 却
  此外 除此之外 另有
  同时 与此同时 一并
  而且 并且 况且
  认为 觉得 以为
  表明 显示 说明
  增加 增多 上升
  减少 降低 缩减
  提高 提升 增强
  改善 改进 好转
  公开 公布 公示
  建立 设立 创建
  要求 责成 勒令
  重要 要紧 关键
  明显 显著 显而易见
  困难 难处 困境
  费用 花费 开支
  孩子 小孩 儿童
  老人 老年人 长者
  附近 周边 周围
  家里 家中 屋里
  没有 未曾 并未
  告诉 告知 通知
  检查 查验 检验
  情况 状况 情形
  原因 缘由 起因
  结果 后果 结局
  需要 须要 有必要
  通过 经由 凭借
  不少 许多 好些
  目前 眼下 现在
  调查 查访 调研
  数据 资料 数字
  规定 章程 规矩
  修复 修好 整修
  安全 平安 稳妥
  承担 负担 担负
  负责 管理 主管
  发现 察觉 看到
  之间 彼此间 当中`

/** Characters that are taken for each other, because they sound or look alike: each of a line may become another of it. */
const ALIKE =
  '的地得 在再 做作 已以己 像象向 那哪 他她它 坐座 近进尽 带代戴 园圆员 副付负 度渡 账帐 部布 报抱 期其 须需 象相 采彩 形行型 反返 即既 竟竞 住往 未末 土士 人入 日曰 天夫 千干 力办 厂广 清请情 晴睛 拔拨 折拆 贷货 侯候 场厂 历力 应因 经径 位为 年念 小少 时是 事是 市事 问间 题提 时式 城成 程成 有友 民明 公工 理里 长常 收受 没每 反饭 到道 会回 家加 心新 区曲 处出'

const synonyms = new Map<string, readonly string[]>()
for (const line of SYNONYMS.trim().split('\n')) {
  const [word = '', ...others] = line.trim().split(' ')
  synonyms.set(word, others)
}
const firstCharacters = new Set(Array.from(synonyms.keys(), (word) => word.charAt(0)))
const alike = new Map<string, string>()
for (const line of ALIKE.split(' ')) for (const c of line) alike.set(c, (alike.get(c) ?? '') + line.replaceAll(c, ''))

/** Every word with synonyms has two characters. */
function findSynonyms(sentence: string): Span[] {
  const found: Span[] = []
  for (let at = 0; at + 1 < sentence.length; at++) {
    if (!firstCharacters.has(sentence.charAt(at)) || !synonyms.has(sentence.slice(at, at + 2))) continue
    found.push({ at, length: 2 })
    at++
  }
  return found
}

function findTypos(sentence: string): Span[] {
  const found: Span[] = []
  for (let at = 0; at < sentence.length; at++) if (alike.has(sentence.charAt(at))) found.push({ at, length: 1 })
  return found
}

export const CHINESE_PHRASES: Phrasebook = {
  join: '',
  findSynonyms,
  synonym: (word, random: Random) => random.pick(synonyms.get(word) as readonly string[]),
  findTypos,
  typo: (found, random: Random) => random.pick([...(alike.get(found) as string)]),
  headers: [
    '【转发】以下内容为网友来信，原文照登。',
    '来源：本站综合　编辑：第##组　阅读：####次',
    '信件编号：XF20##-######　办理状态：已受理',
    '来信渠道：网上信访　公开方式：公开',
    '当前位置：首页 > 互动交流 > 来信选登 > 正文',
    '打印　关闭　字号：大 中 小',
  ],
  footers: [
    '免责声明：本文仅代表作者个人观点，与本站无关。',
    '本信件由系统自动转交承办单位，请勿直接回复。',
    '（责任编辑：第##组）',
    '欢迎转载，转载请注明出处及原文链接。',
    '扫描二维码关注我们，获取更多资讯。',
    '上一篇：没有了　下一篇：关于公布第##批办理结果的通知',
    '满意度评价：非常满意　满意　基本满意　不满意',
    '版权所有　技术支持：信息中心　备案号：########',
  ],
  opening: '有来信说：“',
  closing: '”',
}
