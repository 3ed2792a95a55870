/**
 * jobs/segment: a file as `word/tag` text, through the command.
 *
 * Covers   words and tags; tags of punctuation as the profile `blog` and the tokenizer `tagged` know them; lines; own words, also of a Sogou lexicon; that what is
 *          written is read back; the output that is the input; the Chinese sentence of the result.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blogWords } from '../../src/fingerprinting/blog.js'
import { punctuationTag } from '../../src/tokenizing/punctuation-tags.js'
import { leitong, temporaryFolder } from '../support/files.js'

const folder = temporaryFolder()
const raw = join(folder, 'raw.txt')
writeFileSync(raw, '教育部副部长：“教育公平”是基础。\r\n\n青年网，记者 张、李……')

describe('segment', () => {
  it('writes words with their parts of speech, a line for a line, a space behind every word', async () => {
    const { stdout } = await leitong(['segment', raw])
    expect(stdout.split('\n')).toEqual([
      '教育部/n 副/b 部长/n ：/wm “/wyz 教育/vn 公平/n ”/wyy 是/v 基础/n 。/wj ',
      '',
      '青年网/n ，/wd 记者/n 张/q 、/wn 李/nr …/ws …/ws ',
      '',
    ])
  })

  it('is what the published program counts: commas and enumeration commas are no words, lines are joined', async () => {
    const { stdout } = await leitong(['segment', raw])
    const words = [...blogWords(stdout).keys()]
    expect(words).toContain('青年网')
    expect(words).toContain('。')
    expect(words).not.toContain('，')
    expect(words).not.toContain('、')
  })

  it('takes own words, and writes a file that compare reads', async () => {
    const dictionary = join(folder, 'own.txt')
    writeFileSync(dictionary, '教育公平 1000000 nz\n')
    const output = join(folder, 'out.txt')
    const { stderr } = await leitong(['segment', raw, '--dictionary', dictionary, '-o', output])
    expect(stderr).toContain('18 words')
    expect(readFileSync(output, 'utf8')).toContain('教育公平/nz ')
    const { code, stdout } = await leitong(['compare', output, output, '--profile', 'blog', '--lang', 'zh'])
    expect([code, stdout.split('\n')[0]]).toEqual([0, '相似度为1,超过阈值0.5,所以新闻1与新闻2是相似的'])
  })

  it('takes a Sogou lexicon as own words, and says when it is cut off', async () => {
    const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer)
    const wordOf = (word: string) => {
      const text = Buffer.from(word, 'utf16le')
      return Buffer.concat([u16(text.length), text, u16(10), Buffer.alloc(10)])
    }
    const group = (...words: string[]) => Buffer.concat([u16(words.length), u16(4), u16(1, 2), ...words.map(wordOf)])
    const head = Buffer.alloc(0x2628)
    head.set([0x40, 0x15, 0, 0, 0x44, 0x43, 0x53, 0x01])
    head.writeUInt32LE(3, 0x124)
    // The last group was withdrawn: it is beyond the number of words.
    const file = Buffer.concat([head, group('部副部长', '教育公平'), group('基础。'), group('是基础'), Buffer.alloc(200)])
    const [lexicon, cut] = ['own.scel', 'cut.scel'].map((name) => join(folder, name)) as [string, string]
    writeFileSync(lexicon, file)
    const { stdout } = await leitong(['segment', raw, '--dictionary', lexicon])
    expect(stdout).toContain('教育公平/x ')
    expect(stdout).not.toContain('是基础/')
    writeFileSync(cut, Buffer.concat([head, u16(2), u16(4), u16(1, 2), u16(60_000), Buffer.alloc(400)]))
    const broken = await leitong(['segment', raw, '--dictionary', cut])
    expect([broken.code, broken.stderr]).toEqual([3, expect.stringContaining('ends before its words do')])
  })

  it('says in Chinese that a threshold is not passed', async () => {
    const { code, stdout } = await leitong([
      'compare',
      '--texts',
      '甲/n',
      '乙/n',
      '--profile',
      'blog',
      '--threshold',
      '0.99',
      '--lang',
      'zh',
    ])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^相似度为[\d.]+,未超过阈值0\.99,所以新闻1与新闻2是不相似的\n/)
  })

  it('does not write over its input', async () => {
    const { code, stderr } = await leitong(['segment', raw, '-o', raw])
    expect([code, stderr]).toEqual([2, expect.stringContaining('raw.txt')])
  })
})

describe('tags of punctuation', () => {
  it('are of one mark, or of one mark repeated', () => {
    expect(['，', '、', '……', '。', 'ab', '', '？！'].map(punctuationTag)).toEqual([
      'wd',
      'wn',
      'ws',
      'wj',
      undefined,
      undefined,
      undefined,
    ])
  })
})
