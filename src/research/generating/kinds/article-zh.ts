/** Newspaper articles in Chinese, from templates. */
import { Grammar, Voice } from '../grammar.js'
import { articleRules } from '../vocabulary/statements.js'
import type { Topic } from '../vocabulary/topic.js'
import { type Kind, paragraphs, several, type Writer, writers } from '../wording.js'

const TITLES = `
  {@term}与{@term2}：{@institute}的一次调查
  {@term}难在哪里
  论{@term}中的{@term2}
  从{@term2}看{@term}
  {@place2}市如何{deal}{@term}
  {@term}：{share}背后的问题
  {@term}现状与对策
  怎样{deal}{@term}
  {@term2}时代的{@term}
  {region}{@term}：{hard}而{hard}
  {role}眼中的{@term}
  {@place2}：{deal}{@term}的{2-20}年
  {@term}与{cause}`

const LEADS = `
  {@place2}市{date}的一份报告{say}，{statement}。
  {years}，{@term}成为{role}{view}的话题。
  本报讯（记者{person}）{statement}。
  {@institute}{spell}调查了{@term}，收回问卷{300-9800}份。
  谈到{@term}，{role}先想到{@term2}。
  摘要：以{@place2}市为例，讨论{@term}与{@term2}。
  {when}，{@place2}市试行{@term}，涉及{2-30}个街道。
  {site}里，{role}{person}正为{thing}发愁，{trouble}。
  {spell}，{body}{pace}{deal}{@term}。
  {@term}{pace}{fare}，{@term2}却{fail}。`

const BODY = `
  {statement}。
  {statement}；{statement}。
  {statement}，{statement}。
  {@institute}{report}，{statement}。
  {spell}{institute}{report}：{statement}。
  {expert}{person}{say}，{statement}。
  在{expert}{person}看来，{statement}。
  “{statement}。”{@institute}{expert}{person}{say}。
  {role}{person}{say}：“{statement}。”
  {also}，{statement}。
  {also}，{statement}，{statement}。
  {place2}的做法是{step}。
  {place2}市{step}，{spell}{term}{pace}{fare}。
  {place2}县{step}，{3-24}个月后{term}{pace}{fare}。
  {spell}，{body}决定{step}，{role}{often}{view}{term}。
  有人主张{step}，也有人{view}{term}。
  {role}{say}，{trouble}。
  {region}{role}{say}，{trouble}，{statement}。
  {so}，{step}成了{role}的愿望。
  {so}，{body}{step}。
  除了{means}，{cause}同样{hard}。
  {term}的投入{rise}到{20-980}{万元|亿元|万人次}，{term}{pace}{fare}。
  {2003-2012}年{term}{rise}{share}，{2013-2022}年起{pace}{fall}。
  {site}是个例子：{statement}。
  在{place2}{site}，{trouble}。
  {person}研究{term}{5-35}年，{say}{statement}。
  以{thing}为例，{statement}。
  表{1-6}中{term}{rise}{share}，{term}{fall}{share}。
  问到{thing}，{share}的{role}{say}，{statement}。
  要让{term}{fare}，靠{means}，也靠{cause}。
  首先是{term}，其次是{term}，最后是{term}。
  一边是{term}{pace}{fare}，一边是{term}{often}{fail}。
  {body}的{means}，{3-45}%用于{term}，{3-45}%用于{term}。
  {step}，{step}，{place2}的{term}{pace}{fare}。
  {region}与{region}不同，{statement}。
  {expert}{person}建议{step}。
  {statement}，{body}{often}{view}的是{cause}。
  一位{role}遇到{thing}的事，{trouble}，{spell}才{settled}。
  {thing}归{body}管，{term}归{body}管，{role}{often}{view}{thing}。
  “{trouble}，{trouble}。”{role}{person}{say}。
  {spell}，{person}从{body}来到{region}，负责{term}。
  {role}{view}{thing}，{body}{view}{term}。`

const TURNS = `
  {but}，{statement}。
  {but}，{term}不等于{term}，{statement}。
  {but}，有{role}{view}{term}，{trouble}。
  {statement}，{but}，{step}还要{means}。
  {but}，{role}{say}，{trouble}。`

const ENDINGS = `
  {end}，{@term}需要{means}和{cause}，下一步应当{step}。
  {end}，{statement}，{step}要提上日程。
  {end}，{deal}{@term}没有捷径，关键是{step}。
  {end}，{statement}。
  {end}，建议{step}，并{step}。
  {end}，{@term}为的是{role}，{step}只是手段。
  {end}，{step}，{@term}才会{fare}。`

const EXTRA = {
  term2: (grammar: Grammar) => grammar.slot('term'),
  years: (grammar: Grammar) => grammar.compile('{近年来|近几年|长期以来|这些年|过去}{，在不少地方|，从城市到乡村||}'),
}

/** News and essays in Chinese: lead, body with quotations and figures, turn, conclusion with its marker words. */
export const articleZh: Kind = writers(articleWriter)

function articleWriter(topic: Topic): Writer {
  const grammar = new Grammar(...articleRules(topic), EXTRA)
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
