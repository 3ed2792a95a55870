/**
 * Topics beyond the written ones, for noise on as many topics as asked: a field of subjects that nobody else begins with, aspects, and a
 * choice of clauses. Subjects change from clause to clause: were a document to keep to one, that word alone would decide its fingerprint.
 */
import { even, phrases, type Rules } from '../grammar.js'
import { Random } from '../random.js'
import { ASPECTS, OBJECTS, SUBJECTS } from './subjects.js'
import type { Topic } from './topic.js'

const lines = (list: string) =>
  list
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const FAULTS = lines(`
  {actor}收取{thing}的钱却不开收据
  {place}旁边的{thing}堆了{2-30}天没人清理
  {thing}坏了以后{actor}只派人看过{2-5}次
  {actor}说{thing}已经停办，可隔壁照样能办
  {place}夜里{2-5}点还在作业，震得窗户直响
  买来的{thing}用了{3-40}天就裂开
  {actor}把{thing}交给没有资格的人去做
  {thing}的手续换了{2-7}次，每次都要重新盖章
  {place}的告示写着开放，大门却总是锁着
  {actor}答应赔偿{thing}，拖了{3-18}个月
  {thing}的数目与合同对不上，少了{2-40}件
  {place}排出来的水有股怪味
  {actor}在{thing}上只认熟人
  {place}没有一处可以避雨的地方
  {thing}涨价{10-90}%，事先没有任何通知`)
const EFFECTS = lines(`
  附近的{people}夜里睡不着
  {2-60}户人家因此多花了冤枉钱
  外地来的客人看了都摇头
  孩子和老人只好绕道走
  小本生意做不下去
  去年的{2-9}成收入打了水漂
  货物压在{place}，眼看就要坏掉
  大家对{actor}失去了信任
  每年要白白浪费{20-900}吨
  年轻人纷纷改行
  {focus}的名声一落千丈
  同行之间互相压价
  这一行的老师傅只剩下{2-9}位`)
const WISHES = lines(`
  查清{thing}的来龙去脉
  让{actor}当面说明情况
  把{place}修好再收费
  退还{thing}的钱
  请第三方检验{thing}
  给{focus}{aspect}立个规矩
  限期拆除{place}的违规部分
  公布{thing}的经办人
  每月通报一次进展
  对{actor}依法处罚`)
const FINDINGS = lines(`
  {focus}与{second}的{aspect}相互牵制
  {term}去年增长了{share}
  {focus}的{aspect}取决于{term}，而不是{term}
  {share}的从业者从来没有听说过{term}
  每{3-90}家企业里只有一家达到{term}的要求
  {second}的{aspect}走低之后，{term}反而升温
  {term}离不开{actor}的参与
  {focus}{aspect}的账要从{2-9}年的周期来算
  同样是{focus}，南方看重{aspect}，北方看重{aspect}
  {term}的门槛每降低一成，参与的人就多出{share}
  {thing}虽小，却关系到{term}的成败
  老一辈懂{focus}，新一辈懂{aspect}，两头少有来往
  {second}留下的空缺正由{focus}来填补
  国外的{term}大约领先{2-20}年
  {focus}进入淡季时，{term}的压力最大
  {term}写进文件容易，落到{place}很难
  {actor}手里的{aspect}数字与实际相差{share}
  {focus}每年消耗{20-980}万元的{thing}
  {term}一旦中断，恢复要花{3-30}个月
  没有{second}作后盾，{focus}的{aspect}就是空谈`)
const MEASURES = lines(`
  为{focus}建立{aspect}台账
  由{actor}牵头制定{term}细则
  每季度公布一次{thing}的去向
  用{second}的收益补贴{focus}的{aspect}
  在{place}设立{term}窗口
  把{term}交给行业自己打分
  开设{focus}{aspect}的短训班
  与{place2}结成{focus}对子
  对{term}实行备案
  把{thing}改成网上办理
  淘汰不合格的{thing}
  给{focus}的新手{2-9}年的过渡期
  邀请外地同行评议{term}`)

const EN_FINDINGS = lines(`
  {term} grew by {share} within {2-9} years
  {focus} and {second} compete for the same {thing}
  {share} of those who work with {focus} have never heard of {term}
  {term} depends on {actor} more than on {term}
  one in {3-90} firms meets the rules on {term}
  the accounts of {focus} only add up over {3-12} years
  {thing} decide whether {term} succeeds
  {second} fills the gap that {focus} has left
  abroad, {term} is some {2-20} years ahead
  a month without {term} takes {2-9} months to repair
  the figures of {actor} on {term} are off by {share}
  {term} is easy to write down and hard to carry out`)
const EN_EFFECTS = lines(`
  {focus} loses its good name
  small firms give up {thing}
  prices for {thing} fall below cost
  only {2-9} masters of the trade are left
  {20-900} tonnes go to waste every year
  young people look for other work
  buyers turn to {second} instead
  {actor} stop answering letters`)
const EN_MEASURES = lines(`
  keeping a register of {term}
  asking {actor} to lead on {term}
  publishing what happens to {thing}
  paying for {focus} out of the income from {second}
  opening an office for {term}
  letting the trade grade its own {term}
  teaching {focus} in evening courses
  replacing worn {thing}
  giving newcomers to {focus} {2-9} years`)

const ROLES = '师傅 学徒 买家 卖家 厂长 检验员 农户 游客 专家 志愿者 经销商 承包人 推销员 收藏者 年轻人 退休职工'.split(' ')

/** Subjects of a field, and aspects of each topic: few enough to belong together, enough to choose from. */
const FIELD = 30
const CHOSEN_ASPECTS = 24
const CHOSEN_OBJECTS = 10

/** Numbers there are: each subject leads that many topics, whose fields and aspects differ. */
export const COINED = 4 * SUBJECTS.length

const made = new Map<number, Topic>()

/** The coined topic with that number, from 0; always the same. */
export function coinedTopic(number: number): Topic {
  const known = made.get(number)
  if (known) return known
  const random = new Random().start(1, number, 7)
  const choose = <Item>(items: readonly Item[], count: number): Item[] =>
    random
      .order(items.length)
      .slice(0, count)
      .map((place) => items[place] as Item)
  const lead = SUBJECTS[number % SUBJECTS.length] as (typeof SUBJECTS)[number]
  const field = [lead, ...choose(SUBJECTS, FIELD).filter((subject) => subject !== lead)]
  const aspects = choose(ASPECTS, CHOSEN_ASPECTS)
  const objects = choose(OBJECTS, CHOSEN_OBJECTS)
  const pool = (list: readonly string[], count: number) => even(choose(list, count).join('\n'))
  const list = (items: readonly { readonly zh: string }[]) => even(items.map(({ zh }) => zh).join('\n'))
  const zh: Rules = {
    focus: list(field),
    second: list(field),
    aspect: list(aspects),
    object: list(objects),
    thing: even('{focus}{object}\n{focus}{object}\n{second}{object}'),
    place: even('{focus}市场\n{second}基地\n{focus}园区\n{second}门市部\n{place2}{focus}厂'),
    actor: even('{focus}协会\n{place2}{focus}公司\n{second}管理处\n{focus}监督所\n{second}承包人'),
    term: even('{focus}{aspect}\n{focus}{aspect}\n{second}{aspect}\n{aspect}与{aspect}'),
    stem: list(field),
    head: list(aspects),
    role: even(ROLES.join('\n')),
    body: even('{stem}协会\n{stem}公司\n{stem}管理处\n{stem}研究所\n{stem}商会\n{stem}学校\n监督所\n{place2}合作社'),
    site: even('{stem}市场\n{stem}基地\n{stem}园区\n{stem}门市部\n{stem}展馆\n作坊\n村口\n仓库\n课堂\n集散地'),
    fault: pool(FAULTS, 10),
    effect: pool(EFFECTS, 8),
    wish: pool(WISHES, 7),
    finding: pool(FINDINGS, 12),
    measure: pool(MEASURES, 8),
  }
  const listEn = (items: readonly { readonly en: string }[]) => even(items.map(({ en }) => en).join('\n'))
  const en: Rules = {
    focus: listEn(field),
    second: listEn(field),
    aspect: listEn(aspects),
    object: listEn(objects),
    thing: even('{focus} {object}\n{second} {object}'),
    actor: phrases('the {focus} association, the {second} board, local {focus} firms, inspectors of {second}'),
    term: even('{aspect} of {focus}\n{aspect} of {second}\n{focus} {aspect}'),
    finding: pool(EN_FINDINGS, 9),
    effect: pool(EN_EFFECTS, 6),
    measure: pool(EN_MEASURES, 6),
  }
  const topic: Topic = { name: `coined_${number + 1}`, label: lead.zh, zh, en }
  made.set(number, topic)
  return topic
}
