/** Names of persons in a text: behind words that introduce them, or before titles. Names in running text without either are not found. */

const SURNAMES =
  '欧阳|司马|上官|诸葛|司徒|东方|皇甫|尉迟|公孙|慕容|令狐|[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛奚范彭郎鲁韦马苗凤花方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安乐于傅卞齐康伍余顾孟黄穆萧尹姚邵汪祁毛狄贝戴谈宋庞熊纪舒屈项祝董梁杜阮蓝闵席季贾路娄江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍虞万柯管卢莫房解应宗丁邓洪包左石崔吉龚程邢裴陆荣翁甄曲封储靳段焦侯谷车隋关付肖闫曾辛易廖耿聂向]'
const GIVEN = '[\\u4e00-\\u9fff]'
const TITLES = '先生|女士|小姐|同志|老师|医生|大夫|主任|书记|经理|局长|科长|村长|队长|所长|院长|校长|师傅|阿姨|大爷|大妈'
const CUES = '我叫|我名叫|姓名|联系人|投诉人|举报人|反映人|来信人|信访人|申请人|当事人|委托人|代理人|负责人|经办人|署名'

/** The first group is the name; it stands at the end of what is matched. */
export const NAME_PATTERNS: readonly RegExp[] = [
  new RegExp(`(?:${CUES})[：:，,\\s是为叫]*((?:${SURNAMES})${GIVEN}{1,2})`, 'gu'),
  new RegExp(`(?:我是|本人)((?:${SURNAMES})${GIVEN}{1,2})(?=[，,。、；;：:\\s（(]|$)`, 'gu'),
  new RegExp(`((?:${SURNAMES})(?:某某?|${GIVEN}{0,2}?))(?=${TITLES})`, 'gu'),
  /\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\b\.?\s+(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)?)/gu,
  /\b(?:my name is|My name is|[Nn]ame:)\s+(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+){0,2})/gu,
]

/**
 * Where names stand, in UTF-16 units, in the order of the text; a name that two patterns find comes once.
 *
 * @example nameRanges('联系人：王小明') // [[4, 7]]
 */
export function nameRanges(text: string): (readonly [from: number, to: number])[] {
  const found = new Map<number, number>()
  for (const pattern of NAME_PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length
      const from = end - (match[1] as string).length
      found.set(from, Math.max(end, found.get(from) ?? 0))
    }
  return [...found].sort((a, b) => a[0] - b[0])
}

/** The names in a text, each once, in their order by character code. */
export const namesIn = (text: string): string[] => [...new Set(nameRanges(text).map(([from, to]) => text.slice(from, to)))].sort()
