/** Personal data hidden behind marks: the same value has the same mark, so that texts can still be compared. */
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { replaceFile } from '../writing/atomic-file.js'
import type { Payload } from './files.js'

export interface Masker {
  text(text: string): string
  /** What is shown of a member; fields that are named after personal data are hidden whole. */
  payload(payload: Payload): Payload
}

type Kind = 'id' | 'card' | 'mail' | 'tel' | 'name'

const DIGIT = '[0-9０-９]'
const ALONE = [`(?<!${DIGIT})`, `(?!${DIGIT})`] as const
const SURNAMES =
  '欧阳|司马|上官|诸葛|司徒|东方|皇甫|尉迟|公孙|慕容|令狐|[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛奚范彭郎鲁韦马苗凤花方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安乐于傅卞齐康伍余顾孟黄穆萧尹姚邵汪祁毛狄贝戴谈宋庞熊纪舒屈项祝董梁杜阮蓝闵席季贾路娄江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍虞万柯管卢莫房解应宗丁邓洪包左石崔吉龚程邢裴陆荣翁甄曲封储靳段焦侯谷车隋关付肖闫曾辛易廖耿聂向]'
const GIVEN = '[\\u4e00-\\u9fff]'
const TITLES = '先生|女士|小姐|同志|老师|医生|大夫|主任|书记|经理|局长|科长|村长|队长|所长|院长|校长|师傅|阿姨|大爷|大妈'
const CUES = '我叫|我名叫|姓名|联系人|投诉人|举报人|反映人|来信人|信访人|申请人|当事人|委托人|代理人|负责人|经办人|署名'

/** In the order in which they are looked for: what is longest first. The first group, where there is one, is what is hidden. */
const PATTERNS: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  ['mail', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu],
  ['id', new RegExp(`${ALONE[0]}${DIGIT}{17}[0-9０-９XxＸｘ]${ALONE[1]}`, 'gu')],
  ['card', new RegExp(`${ALONE[0]}${DIGIT}{4}(?:[ -]?${DIGIT}{4}){3}(?:[ -]?${DIGIT}{1,3})?${ALONE[1]}`, 'gu')],
  ['tel', new RegExp(`${ALONE[0]}(?:[+＋]?(?:86|８６)[ -]?)?[1１][3-9３-９]${DIGIT}(?:[ -]?${DIGIT}{4}){2}${ALONE[1]}`, 'gu')],
  ['tel', new RegExp(`${ALONE[0]}[(（]?[0０]${DIGIT}{2,3}[)）]?[ -－—]?${DIGIT}{7,8}${ALONE[1]}`, 'gu')],
  ['tel', /(?<!\d)\+\d{1,3}(?:[ .-]?\d){6,12}(?!\d)/gu],
  ['id', new RegExp(`${ALONE[0]}${DIGIT}{15}${ALONE[1]}`, 'gu')],
  ['name', new RegExp(`(?:${CUES})[：:，,\\s是为叫]*((?:${SURNAMES})${GIVEN}{1,2})`, 'gu')],
  ['name', new RegExp(`(?:我是|本人)((?:${SURNAMES})${GIVEN}{1,2})(?=[，,。、；;：:\\s（(]|$)`, 'gu')],
  ['name', new RegExp(`((?:${SURNAMES})(?:某某?|${GIVEN}{0,2}?))(?=${TITLES})`, 'gu')],
  ['name', /\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\b\.?\s+(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)?)/gu],
  ['name', /\b(?:my name is|My name is|[Nn]ame:)\s+(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+){0,2})/gu],
]

/** Fields that are hidden whole, by what their names say. */
const FIELDS: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  ['tel', /电话|手机|phone|mobile|\btel/iu],
  ['id', /身份证|证件|公民身份|id_?card|passport|\bssn\b/iu],
  ['mail', /邮箱|e-?mail/iu],
  ['card', /银行卡|账号|account|\biban\b/iu],
  ['name', /姓名|名字|联系人|申请人|(?:^|_|\b)(?:name|surname|given_name|first_?name|last_?name)(?:$|_|\b)/iu],
]

/**
 * Hides phone numbers, identity numbers, bank cards, addresses of mail and names. Names are found by words that introduce them or titles
 * that follow them, so that names in running text can stay.
 *
 * @param secret  without it nobody can tell which value a mark stands for
 * @example createMasker(secret).text('联系人：王小明，电话13812345678') // 联系人：〔name·5b1e〕，电话〔tel·90ac〕
 */
export function createMasker(secret: string): Masker {
  const markOf = (kind: Kind, value: string) => {
    const plain = value
      .normalize('NFKC')
      .replace(kind === 'name' ? /\s+/g : /[^\p{L}\p{N}@.]/gu, '')
      .replace(/^86(?=1\d{10}$)/, '')
    return `〔${kind}·${createHmac('sha256', secret).update(`${kind} ${plain.toUpperCase()}`).digest('hex').slice(0, 4)}〕`
  }
  const text = (given: string) =>
    PATTERNS.reduce(
      (masked, [kind, pattern]) =>
        masked.replace(pattern, (whole: string, ...groups: unknown[]) => {
          const own = typeof groups[0] === 'string' ? groups[0] : whole
          return whole.slice(0, whole.length - own.length) + markOf(kind, own)
        }),
      given,
    )
  const field = ([name, value]: readonly [string, string]): readonly [string, string] => {
    const [kind] = FIELDS.find(([, pattern]) => pattern.test(name)) ?? []
    return [name, kind && value.trim() ? markOf(kind, value) : text(value)]
  }
  return {
    text,
    payload: ({ title, text: body, fields, extra, ...rest }) => ({
      ...rest,
      title: text(title),
      text: text(body),
      ...(fields ? { fields: fields.map(field) } : {}),
      ...(extra ? { extra: extra.map(field) } : {}),
    }),
  }
}

/** The secret of a review, made when it is first asked for. */
export function secretAt(path: string): string {
  if (!existsSync(path)) replaceFile(path, `${randomBytes(32).toString('hex')}\n`)
  return readFileSync(path, 'utf8').trim()
}
