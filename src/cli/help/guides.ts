/** What the short help shows of each command: the options that are used most, and examples. Help and the man page read this shelf. */

interface Example {
  readonly command: string
  readonly en: string
  readonly zh: string
}

interface Guide {
  /** Long flags, the most used first. */
  readonly common: readonly string[]
  readonly examples: readonly Example[]
}

const example = (command: string, en: string, zh: string): Example => ({ command, en, zh })

export const GUIDES: Readonly<Record<string, Guide>> = {
  leitong: {
    common: [],
    examples: [
      example('leitong dedupe docs.jsonl', 'try it: a summary, nothing is written', '试运行：只显示摘要，不写文件'),
      example('leitong dedupe docs.jsonl -o kept.jsonl --report report.html', 'keep one of each, and see why', '每组保留一篇，并查看理由'),
    ],
  },
  dedupe: {
    common: [
      '--output',
      '--removed',
      '--groups',
      '--report',
      '--find',
      '--threshold',
      '--keep',
      '--text-field',
      '--id-field',
      '--format',
      '--fields',
      '--table',
      '--json',
    ],
    examples: [
      example(
        'leitong dedupe docs.jsonl -o kept.jsonl --report report.html',
        'the repeats go, the page shows why',
        '去除重复，并在网页上说明理由',
      ),
      example(
        'leitong dedupe drafts/ --find versions --groups groups.jsonl',
        'the same document, however much edited',
        '同一文档，改动再大也算',
      ),
    ],
  },
  audit: {
    common: [
      '--kept',
      '--removed',
      '--pairs',
      '--rewritten',
      '--threshold',
      '--tokenizer',
      '--ngram',
      '--text-field',
      '--id-field',
      '--json',
    ],
    examples: [
      example(
        'leitong audit docs.jsonl --kept kept.jsonl --removed removed.jsonl',
        'does the result of dedupe hold?',
        'dedupe 的结果是否成立',
      ),
      example(
        'leitong audit docs.jsonl --kept other.jsonl --rewritten --threshold 0.7',
        'what another tool left in, and took out wrongly',
        '别的工具漏掉了什么，误删了什么',
      ),
    ],
  },
  compare: {
    common: [
      '--texts',
      '--json',
      '--threshold',
      '--measure',
      '--tokenizer',
      '--ngram',
      '--normalize',
      '--ignore',
      '--format',
      '--encoding',
    ],
    examples: [
      example('leitong compare a.txt b.txt', 'how alike two files are, and where they differ', '两个文件有多相似，哪里不同'),
      example("leitong compare --texts 'the cat sat' 'the cat sat down'", 'two texts instead of files', '直接比较两段文本'),
    ],
  },
  fingerprint: {
    common: ['--output', '--method', '--bits', '--num-perm', '--tokenizer', '--ngram', '--text-field', '--id-field', '--describe'],
    examples: [
      example('leitong fingerprint docs.jsonl -o signatures.jsonl', 'a simhash of 64 bits for each document', '每篇文档一个 64 位 simhash'),
      example('leitong fingerprint docs.jsonl --method minhash --num-perm 64', 'MinHash signatures instead', '改用 MinHash 签名'),
    ],
  },
  generate: {
    common: ['--size', '--seed', '--duplicates', '--group-size', '--edits', '--strength', '--output', '--pairs'],
    examples: [
      example(
        'leitong generate petitions --size 1000 -o labelled.jsonl',
        'Chinese petitions, three in ten of them copies',
        '中文信访件，三成为副本',
      ),
      example('leitong generate --preset li2015 -o rows.jsonl', 'rows as in a paper', '按论文生成的表格行'),
    ],
  },
  index: {
    common: [],
    examples: [
      example('leitong index add texts docs.jsonl --create --if-new', 'keep what is new', '只加入新的文档'),
      example("leitong index query texts --text 'is this one new?'", 'look for one text', '查询一篇文本'),
    ],
  },
  'index create': {
    common: ['--keep', '--threshold', '--method', '--tokenizer', '--ignore', '--block-limit'],
    examples: [
      example('leitong index create texts --threshold 0.7', 'in the folder texts', '建在文件夹 texts 中'),
      example('leitong index create postgres://me@host/db --keep text', 'in a database, with texts', '建在数据库中，保存文本'),
    ],
  },
  'index add': {
    common: ['--if-new', '--create', '--keep', '--text-field', '--id-field', '--threshold', '--strict'],
    examples: [
      example('leitong index add texts docs.jsonl --create --if-new', 'make it, and keep what is new', '新建索引，只加入新的文档'),
      example('leitong index add texts - --text-field body', 'from standard input', '从标准输入读取'),
    ],
  },
  'index query': {
    common: ['--text', '--first', '--limit', '--text-field', '--id-field'],
    examples: [
      example("leitong index query texts --text 'is this one new?'", 'one text', '一篇文本'),
      example('leitong index query texts docs.jsonl --limit 3', 'the three best matches of each document', '每篇文档最相似的三篇'),
    ],
  },
  'index remove': {
    common: [],
    examples: [
      example('leitong index remove texts 7 letter-12', 'a number and a text', '数字编号和文字编号'),
      example('leitong index remove texts \'"7"\'', 'the text "7", not the number', '文字 "7"，而非数字'),
    ],
  },
  'index stats': {
    common: ['--json'],
    examples: [
      example('leitong index stats texts', 'size and options', '大小和选项'),
      example('leitong index stats texts --json', 'the same for programs', '供程序读取'),
    ],
  },
  'index compact': {
    common: [],
    examples: [
      example('leitong index compact texts', 'a folder', '文件夹'),
      example('leitong index compact sqlite:texts.db', 'an index in SQLite', 'SQLite 中的索引'),
    ],
  },
  'index export': {
    common: ['--output'],
    examples: [
      example('leitong index export texts -o texts.jsonl', 'a copy to keep', '留一份备份'),
      example('leitong index export texts | leitong index import other -', 'from one store into another', '从一个索引导入另一个'),
    ],
  },
  'index import': {
    common: [],
    examples: [
      example('leitong index import texts texts.jsonl', 'from a file', '从文件导入'),
      example('leitong index import redis://localhost/0 texts.jsonl', 'into a server', '导入服务器'),
    ],
  },
  'index verify': {
    common: [],
    examples: [
      example('leitong index verify texts', 'a folder', '文件夹'),
      example('leitong index verify sqlite:texts.db', 'an index in SQLite', 'SQLite 中的索引'),
    ],
  },
  link: {
    common: [
      '--matches',
      '--pairs',
      '--in',
      '--not-in',
      '--find',
      '--one-to-one',
      '--within',
      '--map',
      '--threshold',
      '--text-field',
      '--id-field',
      '--text-field-b',
      '--json',
    ],
    examples: [
      example(
        'leitong link may.xlsx june.xlsx --not-in new.xlsx --in again.xlsx',
        'the second month against the first: what is new, and what came before',
        '用上个月比对本月：哪些是新的，哪些以前来过',
      ),
      example('leitong link a.csv b.csv --matches matches.jsonl', 'which rows of B are in A', 'B 中哪些行在 A 中'),
    ],
  },
  passages: {
    common: [
      '--passages',
      '--output',
      '--remove',
      '--min-length',
      '--unit',
      '--within',
      '--documents',
      '--boilerplate',
      '--ignore',
      '--text-field',
      '--id-field',
      '--json',
    ],
    examples: [
      example(
        'leitong passages docs.jsonl --passages passages.jsonl -o once.jsonl',
        'what repeats, and the texts with each passage once',
        '找出重复的段落，并写出每段只留一次的文本',
      ),
      example(
        'leitong passages train.jsonl --within eval.jsonl --unit tokens -o clean.jsonl',
        'without what stands in another set, 13 words and more',
        '去掉另一数据集中也有的文字（13 个词以上）',
      ),
    ],
  },
  sync: {
    common: [
      '--create',
      '--find',
      '--mode',
      '--timestamp-column',
      '--incrementing-column',
      '--output',
      '--state',
      '--follow',
      '--fields',
      '--table',
    ],
    examples: [
      example(
        'leitong sync postgres://me@host/db texts --table letters --incrementing-column id --create',
        'what is new since last time',
        '上次以来的新行',
      ),
      example('leitong sync docs.jsonl texts --create', 'a file that grows', '不断增长的文件'),
    ],
  },
  model: {
    common: [],
    examples: [
      example('leitong model build docs.jsonl -o corpus.model', 'count once', '统计一次'),
      example('leitong dedupe docs.jsonl --method simhash --weight tfidf --model corpus.model', 'use it', '使用模型'),
    ],
  },
  page: {
    common: ['--output'],
    examples: [
      example('leitong page -o leitong.html', 'a page to open, to send or to put on a server', '可直接打开、发送，或放到服务器上的网页'),
      example('leitong page -o - | gzip > leitong.html.gz', 'packed, for a server', '压缩后供服务器使用'),
    ],
  },
  recipe: {
    common: ['--json'],
    examples: [
      example('leitong recipe fineweb', 'the commands, as a script', '各条命令，可存为脚本'),
      example('leitong recipe refinedweb --json', 'for another program', '供其他程序使用'),
    ],
  },
  segment: {
    common: ['--output', '--dictionary', '--hmm', '--text-field', '--encoding', '--format'],
    examples: [
      example('leitong segment article.txt -o article-split.txt', 'words with their parts of speech', '切分成带词性的词'),
      example(
        'leitong segment article.txt --dictionary words.txt',
        'with your own words, on standard output',
        '加上自备词典，写到标准输出',
      ),
    ],
  },
  review: {
    common: [],
    examples: [
      example('leitong review open letters.xlsx', 'make one and open its page', '新建并打开网页'),
      example('leitong review apply letters -o kept.jsonl', 'carry decisions out', '执行各项决定'),
    ],
  },
  'review open': {
    common: ['--find', '--options', '--data'],
    examples: [
      example('leitong review open letters.xlsx', 'copies, on the page in the browser', '查副本，在浏览器网页中复核'),
      example('leitong review open letters.jsonl --find versions', 'versions of letters', '来信的不同版本'),
    ],
  },
  'review create': {
    common: ['--data', '--options'],
    examples: [
      example('leitong review create letters letters.jsonl', 'of one file', '一个文件'),
      example('leitong review create people people.csv --options rows.json', 'with options of dedupe', '带 dedupe 的选项'),
    ],
  },
  'review run': {
    common: ['--data', '--threshold'],
    examples: [
      example('leitong review run letters', 'read the source again', '重新读取来源'),
      example('leitong review run letters --threshold 0.7', 'with another threshold', '改用另一阈值'),
    ],
  },
  'review list': {
    common: ['--data', '--json'],
    examples: [
      example('leitong review list', 'for people', '供人查看'),
      example('leitong review list --json', 'for programs', '供程序读取'),
    ],
  },
  'review passages': {
    common: ['--data', '--over', '--leave-out', '--by'],
    examples: [
      example('leitong review passages letters --over 20', 'passages in more than 20 documents', '超过 20 篇文档共有的段落'),
      example('leitong review passages letters --leave-out 3f2a90c1d4e5b6a7 --by Li', 'leave one out of the next run', '下次运行排除一段'),
    ],
  },
  'review export': {
    common: ['--data', '--groups', '--decisions', '--page'],
    examples: [
      example('leitong review export letters --groups groups.xlsx', 'a spreadsheet', '电子表格'),
      example('leitong review export letters --page review.html', 'one page with all texts', '含全部文字的网页'),
    ],
  },
  'review apply': {
    common: ['--data', '--output', '--removed', '--results-table'],
    examples: [
      example('leitong review apply letters', 'only say what would go', '只说明将去除什么'),
      example('leitong review apply letters -o kept.jsonl --removed gone.csv', 'write it', '写出文件'),
    ],
  },
  serve: {
    common: ['--data', '--config', '--host', '--port', '--store', '--no-keys', '--new-key'],
    examples: [
      example(
        'leitong serve --data /var/lib/leitong',
        'on this machine; the first start prints a key',
        '在本机提供服务；首次启动时输出密钥',
      ),
      example('leitong serve --config service.json', 'with settings of a file', '使用文件中的设置'),
    ],
  },
  mcp: {
    common: ['--root', '--data'],
    examples: [
      example('leitong mcp', 'an agent starts it; its client names the folders', '由智能体启动；其客户端指明文件夹'),
      example('leitong mcp --root ~/letters', 'for a client that names no folders', '用于不指明文件夹的客户端'),
    ],
  },
  'model build': {
    common: ['--output', '--tokenizer', '--ngram', '--normalize', '--text-field', '--format', '--memory'],
    examples: [
      example('leitong model build docs.jsonl -o corpus.model', 'one file', '一个文件'),
      example('leitong model build texts/ --tokenizer chinese -o zh.model', 'Chinese words of a folder', '文件夹中的中文词'),
    ],
  },
  'model show': {
    common: [],
    examples: [
      example('leitong model show people.match', 'what a model of fields has learned', '字段模型学到了什么'),
      example('leitong dedupe people.csv --measure match --write-model people.match', 'learn one first', '先学一个模型'),
    ],
  },
  evaluate: {
    common: ['--methods', '--truth', '--group-field', '--experiment', '--report', '--json', '--text-field', '--id-field'],
    examples: [
      example('leitong evaluate labelled.jsonl --methods leitong,shingle,simhash', 'three methods on one set', '在一份数据上比较三种方法'),
      example('leitong evaluate --experiment li2015 --report li2015.html', 'the measurements of a paper', '重复一篇论文的测量'),
    ],
  },
  tune: {
    common: ['--labels', '--sample', '--report', '--json', '--tokenizer', '--ngram', '--text-field', '--id-field', '--format'],
    examples: [
      example('leitong tune docs.jsonl', 'a threshold for these texts', '适合这些文本的阈值'),
      example('leitong tune docs.jsonl --labels judged.jsonl --report tune.html', 'by pairs that you have judged', '按您判断过的文档对'),
    ],
  },
  worker: {
    common: [],
    examples: [
      example(
        'leitong worker sign TASK < documents.tsv',
        'signatures of documents, as a cluster makes them',
        '文档的签名，与集群所做的相同',
      ),
      example('leitong worker components TASK < edges.tsv', 'the parts that edges connect', '由边连成的各个部分'),
    ],
  },
  completion: {
    common: [],
    examples: [
      example('source <(leitong completion bash)', 'for this shell; add the line to ~/.bashrc', '用于当前 shell；可写入 ~/.bashrc'),
      example('leitong completion fish > ~/.config/fish/completions/leitong.fish', 'for fish, once', '用于 fish，执行一次'),
    ],
  },
}
