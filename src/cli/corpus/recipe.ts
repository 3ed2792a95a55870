/** `leitong recipe`: the commands that clean a corpus with the settings of a published one. */
import { Argument, Command, Option } from 'commander'
import { languageNow, texts } from '../texts/texts.js'

interface Step {
  readonly command: string
  /** What it is for. */
  readonly en: string
  readonly zh: string
}

/** In what the result differs from that of the source. */
interface Difference {
  readonly en: string
  readonly zh: string
}

interface Recipe {
  readonly source: string
  readonly steps: readonly Step[]
  readonly differs: readonly Difference[]
}

const VERIFIED: Difference = {
  en: 'what bands propose is verified here; --no-verify --threshold 0.01 lets bands alone decide, as in the source',
  zh: '分段找出的对在此还要核实；要像原来那样只由分段决定，加 --no-verify --threshold 0.01',
}
const HASHES: Difference = {
  en: 'other hash functions: pairs near the threshold may be found by one and missed by the other',
  zh: '哈希函数不同：接近阈值的对可能此有彼无',
}

/** Settings from the papers and the programs that docs/corpus.md names. */
export const RECIPES = {
  fineweb: {
    source: 'FineWeb (datatrove): words, 5-grams, 112 hashes in 14 bands of 8 rows, components, each crawl by itself',
    steps: [
      {
        command: 'leitong dedupe DUMP/ -o kept/DUMP/ --removed gone/DUMP/ --profile datatrove',
        en: 'once for each crawl, after the filters',
        zh: '在各种过滤之后，对每次抓取各做一次',
      },
    ],
    differs: [VERIFIED, HASHES],
  },
  fineweb2: {
    source: 'FineWeb2 (datatrove): as FineWeb, each language as a whole, before the filters; the size of each cluster is kept',
    steps: [
      {
        command: 'leitong dedupe LANGUAGE/ -o said/LANGUAGE/ --profile datatrove --annotate',
        en: 'once for each language: the sizes, in the field leitong',
        zh: '对每种语言各做一次：各组大小写在 leitong 字段',
      },
      {
        command: 'leitong dedupe LANGUAGE/ -o kept/LANGUAGE/ --profile datatrove --repeat log',
        en: 'rehydrated: kept documents as often as their size says; --repeat FILE takes weights of your own',
        zh: '按大小写多次；--repeat 文件 可用自定的权重',
      },
    ],
    differs: [
      VERIFIED,
      HASHES,
      {
        en: 'words are runs of letters and digits here, and by a tokenizer of the language there; for Chinese add --tokenizer chinese',
        zh: '此处的词是字母和数字的连续串，原来按语言切分；中文请加 --tokenizer chinese',
      },
    ],
  },
  slimpajama: {
    source:
      'SlimPajama: 13-grams of characters without case and punctuation, Jaccard 0.8, 128 hashes in 9 bands of 13 rows, components, all sources together',
    steps: [
      {
        command:
          'leitong dedupe corpus/ -o kept/ --removed gone/ --method minhash --tokenizer char --ngram 13 --normalize case,space,punctuation --num-perm 128 --bands 9 --rows 13 --threshold 0.8 --group-by components',
        en: 'all sources at once, after short documents are gone',
        zh: '去掉短文档之后，所有来源一起做',
      },
    ],
    differs: [
      VERIFIED,
      HASHES,
      {
        en: '9 bands of 13 rows find 0.40 of the pairs at 0.8; without --bands and --rows 0.998 are found',
        zh: '9 段各 13 行只找到相似度 0.8 的对的 0.40；不写 --bands 和 --rows 则为 0.998',
      },
    ],
  },
  refinedweb: {
    source: 'RefinedWeb: 5-grams of tokens, 9000 hashes in 450 bands of 20 rows, then stretches of 50 tokens that stand more than once',
    steps: [
      {
        command:
          'leitong dedupe crawl/ -o once/ --removed gone/ --method minhash --tokenizer word --ngram 5 --threshold 0.8 --group-by components',
        en: 'similar documents',
        zh: '相似的文档',
      },
      {
        command: 'leitong passages once/ -o kept/ --unit tokens --min-length 50 --remove later',
        en: 'then what of them stands more than once',
        zh: '再去掉其中重复出现的文字',
      },
    ],
    differs: [
      {
        en: '128 hashes in 21 bands of 6 rows, verified: they find 0.998 of the pairs at 0.8, 450 bands of 20 rows 0.995; a signature has at most 4096 positions',
        zh: '128 个哈希、21 段各 6 行，并核实：找到相似度 0.8 的对的 0.998，450 段各 20 行为 0.995；签名最多 4096 个位置',
      },
      {
        en: 'tokens are words here, and those of the GPT-2 tokenizer there; of a repeated stretch the first place stays, --remove all takes it too',
        zh: '此处以词计，原来以 GPT-2 的 token 计；重复的文字保留最先一处，--remove all 全部去掉',
      },
    ],
  },
  dclm: {
    source:
      'DCLM (bff): paragraphs and documents of which 0.8 of the 13-grams of words were seen before, by a Bloom filter at a rate of 0.01',
    steps: [
      {
        command: 'leitong dedupe crawl/ -o paragraphs/ --unit paragraph --min-unit 60',
        en: 'paragraphs that stand again',
        zh: '再次出现的段落',
      },
      {
        command:
          'leitong dedupe paragraphs/ -o kept/ --removed gone/ --measure containment --tokenizer word --ngram 13 --threshold 0.8 --keep first',
        en: 'documents that another one holds',
        zh: '被其他文档包含的文档',
      },
    ],
    differs: [
      {
        en: 'a paragraph goes where an equal one stands before it; bff adds those of which 0.8 of the 13-grams were seen, in any documents',
        zh: '段落与前面某段相同才去掉；bff 还去掉 13-gram 有 0.8 在任何文档中见过的段落',
      },
      {
        en: 'a document goes where one other document holds 0.8 of its features; bff counts those of all documents before it',
        zh: '一篇文档的特征有 0.8 在另一篇文档中才去掉；bff 以之前所有文档合计',
      },
      {
        en: 'a document of which nothing is left stays with an empty text, and is told as one that could not be judged',
        zh: '文字全被去掉的文档以空文本保留，并报告为无法判断',
      },
      { en: 'nothing is taken for seen by chance', zh: '不会误把没见过的当作见过' },
    ],
  },
} as const satisfies Readonly<Record<string, Recipe>>

export type RecipeName = keyof typeof RECIPES

export function recipeCommand(): Command {
  const command = new Command('recipe')
    .description('print the commands that clean a corpus with the settings of a published one, and what differs (docs/corpus.md)')
    .addArgument(new Argument('<name>', 'the published corpus').choices(Object.keys(RECIPES)))
    .usage('[options] NAME')
    .addOption(new Option('--json', 'the recipe as one JSON object').helpGroup('Output:'))
  return command.action((name: RecipeName) => {
    const recipe: Recipe = RECIPES[name]
    const language = languageNow()
    if (command.opts()['json'] === true) {
      const steps = recipe.steps.map((step) => ({ command: step.command, for: step[language] }))
      process.stdout.write(`${JSON.stringify({ source: recipe.source, steps, differs: recipe.differs.map((one) => one[language]) })}\n`)
      return
    }
    // Comments of a shell, so that the whole can be saved as a script.
    const lines = [
      `# ${recipe.source}`,
      ...recipe.steps.flatMap((step) => ['', `# ${step[language]}`, step.command]),
      '',
      `# ${texts().notes.differs}`,
      ...recipe.differs.map((one) => `# - ${one[language]}`),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
  })
}
