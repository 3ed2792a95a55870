/** Newspaper articles in Chinese, from templates. */
import { Grammar, Voice } from '../grammar.js'
import { CHINESE } from '../vocabulary/chinese.js'
import type { Topic } from '../vocabulary/topic.js'
import { type Kind, paragraphs, several, type Writer, writers } from '../wording.js'

const TITLES = `
  {@term}与{@term2}：{@institute}的一次调查
  {@term}的难点在哪里
  论{@term}中的{@term2}
  从{@term2}看{@term}
  {@place2}市如何做好{@term}
  {@term}：{share}背后的变化
  {@term}现状与对策研究
  让{@term}真正落到实处
  {@term2}时代的{@term}`

const LEADS = `
  {@place2}市{date}发布的一份报告显示，{finding}。
  {years}，{@term}成为各方关注的{important}话题。
  本报讯（记者{person}）{finding}。
  {@institute}近日完成了一项关于{@term}的调查，共收回问卷{300-9800}份。
  谈到{@term}，人们首先想到的往往是{@term2}。
  摘要：本文以{@place2}市为例，讨论{@term}与{@term2}的关系。
  {when}，{@place2}市启动了{@term}试点，范围涉及{2-30}个街道。`

const BODY = `
  {finding}。
  {@institute}的数据表明，{finding}。
  {expert}{person}认为，{finding}。
  “{finding}。”{@institute}{expert}{person}说。
  {also}，{finding}。
  与{2009-2022}年相比，{term}的投入{adverb}增加，达到{20-980}{万元|亿元|万人次}。
  以{place2}县为例，当地通过{measure}，在{3-24}个月内使{term}{adverb}改善。
  有的地方{measure}，有的地方则选择{measure}，效果各不相同。
  {term}之所以{important}，是因为它同{term}密切相关。
  在{place2}的走访中，{people}反映最多的是{thing}。
  一位{people}讲述了自己的经历：{effect}，最后还是靠{measure}才有了转机。
  首先要解决的是{term}；其次才谈得上{term}。
  {so}，{measure}就显得尤为{important}。
  表{1-6}列出了{term}的{3-12}项指标，其中{term}的差异最大，相差{share}。
  {years}，{term}的思路{adverb}清晰：{measure}，{measure}。
  进一步分析发现，{finding}，{finding}。
  这背后既有{term}的原因，也有{term}的原因。
  {person}从事{term}工作已有{5-35}年，在他看来，{finding}。
  调查还问到{thing}，{share}的受访者表示满意。`

const TURNS = `
  但是，{finding}。
  然而，{term}并不等于{term}，{finding}。
  不过也有人担心，{effect}。
  尽管如此，{finding}。
  问题在于，{finding}，而{measure}还需要时间。
  值得注意的是，{finding}。`

const ENDINGS = `
  综上所述，{@term}需要{term}与{term}的配合，下一步应当{measure}。
  总之，{finding}，{measure}势在必行。
  总而言之，做好{@term}没有捷径，关键是{measure}。
  由此可见，{finding}。
  因此，建议{measure}，并{measure}。
  归根结底，{@term}的目的在于让{people}受益，{measure}只是手段。`

const EXTRA = {
  ...CHINESE,
  term2: (grammar: Grammar) => grammar.slot('term'),
  years: (grammar: Grammar) => grammar.compile('{近年来|近几年|长期以来|这些年|过去}{，在不少地方|，从城市到乡村||}'),
}

/** News and essays in Chinese: lead, body with quotations and figures, turn, conclusion with its marker words. */
export const articleZh: Kind = writers(articleWriter)

function articleWriter(topic: Topic): Writer {
  const grammar = new Grammar(EXTRA, topic.zh)
  const title = grammar.pool(TITLES)
  const lead = grammar.pool(LEADS)
  const part = grammar.pool(BODY)
  const turn = grammar.pool(TURNS)
  const ending = grammar.pool(ENDINGS)
  const reference = grammar.compile('{person}：《{term}与{term}》，《{journal}》{1998-2023}年第{1-12}期')
  const sentence = (voice: Voice) => (voice.random.chance(0.12) ? turn : part)(voice)
  return {
    sentence,
    write(random, length) {
      const voice = new Voice(random)
      const first = lead(voice)
      const body = paragraphs(voice, sentence, length - 80, [2, 6])
      return {
        draft: { title: title(voice), head: [], body: [[first, sentence(voice)], ...body, [ending(voice)]], foot: [] },
        keywords: several(voice, grammar.slot('term'), random.between(4, 7)),
        tags: [topic.label, ...several(voice, grammar.slot('institute'), random.between(0, 2))],
        references: several(voice, reference, random.between(2, 6)),
      }
    },
  }
}
