/** Petitions in Chinese, long ones and the short matter of a table's row, from templates. */
import { Grammar, Voice } from '../grammar.js'
import { CHINESE } from '../vocabulary/chinese.js'
import type { Topic } from '../vocabulary/topic.js'
import { type Kind, paragraphs, several, writers } from '../wording.js'

const TITLES = `
  关于{@community}{@thing}的反映
  请求解决{@thing}问题
  {@district}{@actor}{@thing}问题的投诉
  {@street}一带{@thing}{@since}没人管
  反映{@actor}在{@thing}上的做法
  {@thing}到底该找谁
  恳请关注{@community}的{@thing}
  {@people}对{@thing}意见很大
  实名反映{@thing}一事`

const OPENINGS = `
  我是{@district}{@community}的{居民|住户|一名业主|一位普通市民}，现就{@thing}{一事|的问题|的情况}反映如下{|问题|情况}：
  我们是住在{@street}{3-300}号的{@people}，今天{写信|来信|留言}是为了{@thing}。
  您好，我{想|要}反映{@district}{@street}的{@thing}问题。
  本人{surname}某，家住{@community}{1-30}号楼{101-1802}室，因{@thing}多次求助无果，只好给您写信。
  {since}，{@community}的{@people}一直被{@thing}困扰。
  {@people}联名反映{@actor}在{@thing}方面存在的问题，参加签名的有{12-300}人。
  打扰您了，关于{@district}{@actor}的{@thing}，有几句话不得不说。
  现将{@community}{@thing}的有关情况向您{汇报|反映|说明}。`

const PROBLEMS = `
  {since}，{fault}。
  {fault}，{effect}。
  {also}，{fault}。
  {day}那天，{fault}。
  据我了解，{fault}，{also}{fault}。
  先说{thing}：{fault}。
  {fault}，这种情况已经持续了{2-30}{天|周|个月}。
  {actor}当初说得很好，后来却变了样，{fault}。
  {@community}{1-30}号楼的{people}告诉我，{fault}。
  最让人气愤的是，{fault}。
  {when}，我亲眼看到{fault}。
  问题主要出在{thing}上，{fault}。
  {@street}往{东|西|南|北}{50-900}米就是{place}，{fault}。
  不光是{thing}，{place}也有同样的毛病，{fault}。`

const EFFECTS = `
  {so}{effect}。
  {effect}，{effect}。
  {@people}的生活受到很大影响，{effect}。
  由于{thing}得不到解决，{effect}。
  我家{2-6}口人，{effect}。
  为了{thing}，我前后花了{money}，{so}{effect}。
  {effect}，{people}{always}为此叫苦。
  仅{when}以来，{effect}。
  说句实在话，{effect}，换了谁也受不了。`

const HISTORY = `
  我曾于{date}拨打{hotline}，工单编号{100000-999999}，对方答复{vague}。
  {day}到{actor}询问，接待的人{vague}。
  {@people}先后{2-12}次找过{office}，都说要研究，{never}给出结果。
  {hotline}让我找{actor}，{actor}又让我找{office}，来回跑了{3-15}趟。
  我手里有照片{2-40}张、录音{1-6}段，可以随时提供。
  {when}{office}来看过一次，拍了照就走了。
  书面材料在{date}已经寄出，挂号信编号{1000-9999}，{never}收到回音。
  {hotline}回复说已转办，但{actor}{vague}。
  合同、收据和聊天记录都还在，涉及金额{money}。
  派出所调解过{2-5}回，{actor}每次都{vague}。`

const WISHES = `
  恳请{office}{soon}{wish}。
  希望{office}{wish}，{also}{wish}。
  我们的要求很简单：一是{wish}；二是{wish}。
  请{@leader}过问此事，{wish}。
  请求{soon}{wish}，还{@people}一个公道。
  万望{office}体谅{@people}的难处，{wish}。
  盼望{soon}得到书面答复，并{wish}。
  如果可能，请{wish}。`

/** Complaints and requests to an authority, with the conventions of such letters. */
export const petition: Kind = writers((topic) => {
  const { grammar, sentence, body } = matterOf(topic)
  const title = grammar.pool(TITLES)
  const leader = grammar.compile('{尊敬的|尊敬的|敬爱的|}{@leader}{|，您好|您好}：')
  const signature = grammar.compile('{反映人|投诉人|来信人|申请人}：{surname}{女士|先生|某|某某}，联系电话{phone}')
  const date = grammar.slot('date')
  return {
    sentence,
    write(random, length) {
      const voice = new Voice(random)
      return {
        draft: {
          body: body(voice, length),
          title: title(voice),
          head: [leader(voice)],
          foot: [...(random.chance(0.5) ? ['此致', '敬礼！'] : []), signature(voice), date(voice)],
        },
        keywords: several(voice, grammar.slot('thing'), random.between(3, 6)),
        tags: [topic.label, ...several(voice, grammar.slot('actor'), random.between(1, 3))],
        references: [],
      }
    },
  }
})

/** The long text of a table's row: the matter alone, in one paragraph. */
export const matter: Kind = writers((topic) => {
  const { sentence, body } = matterOf(topic)
  return {
    sentence,
    write(random, length) {
      const draft = { title: '', head: [], body: [body(new Voice(random), length).flat()], foot: [] }
      return { draft, keywords: [], tags: [], references: [] }
    },
  }
})

/** What a petition says: opening, problems with effects and earlier attempts, requests. */
function matterOf(topic: Topic) {
  const grammar = new Grammar(CHINESE, topic.zh)
  const opening = grammar.pool(OPENINGS)
  const problem = grammar.pool(PROBLEMS)
  const effect = grammar.pool(EFFECTS)
  const history = grammar.pool(HISTORY)
  const wish = grammar.pool(WISHES)
  const sentence = (voice: Voice) => {
    const die = voice.random.below(10)
    return (die < 5 ? problem : die < 7 ? effect : history)(voice)
  }
  const body = (voice: Voice, length: number): string[][] => {
    const written = paragraphs(voice, sentence, length - 70, [2, 5])
    const first = opening(voice)
    if (written[0]) written[0].unshift(first)
    else written.push([first])
    written.push(voice.random.chance(0.6) ? [wish(voice), wish(voice)] : [wish(voice)])
    return written
  }
  return { grammar, sentence, body }
}
