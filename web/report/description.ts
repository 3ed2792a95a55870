/** What was done, in sentences: inputs, result, and what counted as a duplicate. */

import type { Language } from '../language.js'
import { isLink, type ReportData } from './data.js'

type Options = ReportData['summary']['options']

/** Names that are listed before "and N more". */
const NAMED_INPUTS = 3

const number = (value: unknown) => Number(value).toLocaleString('en-US')

export function describeInputs({ inputs, inputsOfB }: ReportData['about'], language: Language): string {
  if (!inputsOfB) return describeNames(inputs, language)
  const colon = language === 'en' ? ': ' : '：'
  return `A${colon}${describeNames(inputs, language)} · B${colon}${describeNames(inputsOfB, language)}`
}

function describeNames(inputs: readonly string[], language: Language): string {
  const named = inputs.slice(0, NAMED_INPUTS).map((name) => name || (language === 'en' ? 'documents handed over' : '程序传入的文档'))
  const more = inputs.length - named.length
  const list = named.join(language === 'en' ? ', ' : '、')
  if (!more) return list
  return language === 'en' ? `${list} and ${number(more)} more` : `${list} 等 ${number(inputs.length)} 个`
}

/** A time as the command says it. @param seconds  of the run, without the writing of this page */
export function durationIn(seconds: number, language: Language): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60), whole % 60]
  if (whole < 60) return `${seconds < 9.95 ? seconds.toFixed(1) : whole} ${language === 'en' ? 's' : '秒'}`
  if (minutes < 60) return language === 'en' ? `${minutes} min ${rest} s` : `${minutes} 分 ${rest} 秒`
  return language === 'en' ? `${hours} h ${minutes % 60} min` : `${hours} 小时 ${minutes % 60} 分`
}

/** The result in one sentence. */
export function describeResult(summary: ReportData['summary'], language: Language): string {
  if (isLink(summary)) {
    const { b, linkedB, groups } = summary
    return language === 'en'
      ? `${number(linkedB)} of ${number(b)} rows of B are in A: they are like ${number(groups)} ${groups === 1 ? 'row' : 'rows'} of A.`
      : `B 的 ${number(b)} 行中有 ${number(linkedB)} 行在 A 中，对应 A 的 ${number(groups)} 行。`
  }
  const { documents, kept, removed, groups, rejects, rows } = summary
  const total = documents + rejects
  const [what, one] = rows ? ['rows', '行'] : ['documents', '篇']
  if (language === 'en') {
    if (!removed) return `None of the ${number(total)} ${what} repeats another.`
    return `Of ${number(total)} ${what}, ${number(kept)} stay. ${number(removed)} repeat one that stays, in ${number(groups)} ${groups === 1 ? 'group' : 'groups'}.`
  }
  if (!removed) return `共 ${number(total)} ${one}，没有发现重复。`
  return `共 ${number(total)} ${one}，保留 ${number(kept)} ${one}；${number(removed)} ${one}与保留的某${one}重复，分为 ${number(groups)} 组。`
}

const MEASURES: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  jaccard: ['the share of features that both have (Jaccard)', '共有特征所占比例（Jaccard）'],
  multiset: ['the share of features that both have, repeats counted', '共有特征所占比例（计重复次数）'],
  containment: ['the share of the smaller text that is in the other', '较短一篇被另一篇包含的比例'],
  cosine: ['the cosine of their feature counts', '特征频次的余弦'],
  weighted: ['the weighted share of features that both have', '共有特征的加权比例'],
  bits: ['the share of equal bits of their signatures', '签名中相同位的比例'],
  rare: ['the share of features that few other texts have, among those of both,', '少见特征的重合程度'],
  vectors: ['the cosine of their vectors', '向量的余弦'],
  fields: ['the weighted mean similarity of the fields that both have', '双方共有字段的加权平均相似度'],
  match: ['the probability that both are about the same', '指同一对象的概率'],
  combined: ['the combined similarity of content and other information', '内容与其他信息的综合相似度'],
}

/** When two texts counted as duplicates, or as the same on both sides of a link. */
export function describeRule({ summary, decided }: Pick<ReportData, 'summary' | 'decided'>, language: Language): string {
  const en = language === 'en'
  const { threshold, distance } = summary.options
  const { decider, measure } = decided
  const [what, then] = isLink(summary) ? ['A row of B is in A', '即视为 B 的该行在 A 中'] : ['Two texts are duplicates', '即为重复']
  if (decider === 'equality') return en ? `${what} when they are equal after normalising.` : `规范化之后完全相同${then}。`
  if (decider === 'distance')
    return en ? `${what} when both signatures differ in at most ${distance} bits.` : `两篇的签名相差不超过 ${distance} 位${then}。`
  const [englishMeasure, chineseMeasure] = MEASURES[measure] ?? [measure, measure]
  return en ? `${what} when ${englishMeasure} is at least ${threshold}.` : `两篇的${chineseMeasure}不低于 ${threshold} ${then}。`
}

const UNITS: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  char: ['characters', '个字符'],
  word: ['words', '个词'],
  chinese: ['words of the dictionary', '个词（按词典切分）'],
  tagged: ['tagged words', '个已标注的词'],
}

/** What a feature was. */
export function describeFeatures({ tokenizer, ngram, charNgram }: Options, language: Language): string {
  const en = language === 'en'
  if (tokenizer === 'auto')
    return en
      ? `A feature is ${ngram} words in a row, in Chinese and similar scripts ${charNgram} characters.`
      : `特征为连续 ${ngram} 个词；中文等不分词文字为连续 ${charNgram} 个字。`
  const [english, chinese] = UNITS[String(tokenizer)] ?? ['tokens', '个词元']
  return en ? `A feature is ${ngram} ${english} in a row.` : `特征为连续 ${ngram} ${chinese}。`
}

/** How pairs were found, and what decided. */
export function describeMethod({ summary, decided }: Pick<ReportData, 'summary' | 'decided'>, language: Language): string {
  const en = language === 'en'
  const { by, decider } = decided
  const parts: string[] = []
  if (by === 'keys') parts.push(en ? 'Rows that share a key were compared field by field.' : '有共同键的行逐字段比较。')
  else if (by === 'join') parts.push(en ? 'All pairs that reach it were found and measured exactly.' : '达到此值的对全部找出，并精确计算。')
  else if (by && decider === 'measure')
    parts.push(en ? `${by} proposed pairs; each was then measured exactly.` : `由 ${by} 提出候选，再逐对精确计算。`)
  else if (by) parts.push(en ? `${by} signatures decided; texts were not compared.` : `由 ${by} 签名判定，未逐对比较原文。`)
  if (isLink(summary))
    parts.push(
      en
        ? 'Each row of B stands once, under the row of A that it is most like; --pairs lists all pairs.'
        : 'B 的每行只列一次，列在与它最相似的 A 行之下；全部的对见 --pairs。',
    )
  else if (summary.options['groupBy'] === 'components')
    parts.push(en ? 'Chains join: a removed text may be similar to another removed one only.' : '相似关系可传递成组。')
  else parts.push(en ? 'Every removed text is similar to the one that stays.' : '每篇去除的都与保留的那篇相似。')
  return parts.join(en ? ' ' : '')
}
