/** Descriptions, arguments and flags of the commands in Chinese, those of the option table aside. A test holds it complete. */

interface CommandTexts {
  readonly summary: string
  readonly arguments?: Readonly<Record<string, string>>
  /** By long flag. */
  readonly options?: Readonly<Record<string, string>>
}

const INPUTS = '文件、文件夹、通配符，或 - 表示标准输入'
const INPUTS_OR_URLS = '文件、文件夹、通配符、数据库 URL，或 - 表示标准输入'
const INDEX_URL = '文件夹、memory:名称，或服务器的 URL（docs/stores.md）'
const TABLES = 'JSON 行，或按扩展名 .csv、.xlsx、.parquet 写成表格'
const PAIRS = '每一对相似记录的 a、b、similarity、distance，格式同上'
const REJECTS = '每条无法判断的记录的 source、line、reason，格式同上'
const SUMMARY = '摘要，写成一个 JSON 对象'
const ALL_JSON = '全部结果，写成一个 JSON 对象'
const CREATE = '索引不存在时新建'
const DATA = '服务的文件夹（默认：leitong-data）'
const COMPRESS = '与 文件夹/ 连用：其中所有文件的压缩方式；不给出时与各自的输入相同'
const RESUME = '与 文件夹/ 连用：从上次中断处继续（输入文件须相同），已写好的文件不再重写'
const TO_FILE = '写到该文件，而不是标准输出'

export const COMMANDS_ZH: Readonly<Record<string, CommandTexts>> = {
  leitong: { summary: '找出几乎相同的文本，并说明理由。' },
  dedupe: {
    summary: '在一批文本中找出重复，写出保留的记录',
    arguments: { input: INPUTS_OR_URLS },
    options: {
      '--output': '保留的记录，逐字节不变；输入为文本文件时写保留的路径；写作 文件夹/ 时，每个输入文件各有一个输出文件',
      '--removed': `id、duplicate_of、similarity、distance、group：${TABLES}；写作 文件夹/ 时每个输入文件一个`,
      '--compress': COMPRESS,
      '--annotate': '输出全部记录，每条在该名称的字段（默认：leitong）或各列中注明 group、size、role、kept、similarity',
      '--repeat': '保留的记录按其组的大小写多次：size 为组内条数，log 为每翻一倍多写一次，或由 JSON 文件规定',
      '--resume': RESUME,
      '--merge': '输出中每组一行：每个字段按规则取值，如 name=longest,phone=newest:date，或写有规则的 JSON 文件（docs/rows.md）',
      '--merge-sources': '与 --merge 连用：组号、成员，以及每个值取自哪一行（编号），格式同上',
      '--groups-from': '与 --merge 连用：上次 --merge-sources 写出的 JSON 行，各组沿用其中的组号',
      '--against': '旧文档：文件、文件夹、通配符，或保存过的运行；与旧文档相似的新文档去除，旧文档不再写出；可给出多次',
      '--seen': '已见过内容的过滤器，每篇 32 字节：与见过的相似的去除，其余加入；给出多个时并入第一个',
      '--seen-capacity': '新建的过滤器按多少篇文档设计（默认：1000000）',
      '--answers': '与 --seen 连用：每条记录的 id、seen（yes、maybe、no）和 bands，JSON 行',
      '--sql': '代替输入：DuckDB 的查询，其各行连同列名和类型一起读入',
      '--save-run': '把本次保留的内容加入一个文件夹，供以后的 --against 使用',
      '--pairs': PAIRS,
      '--groups': 'group、size、kept、members，格式同上：表格中每篇一行',
      '--rejects': REJECTS,
      '--report': '一个网页，含统计、相似度和各组，标出差异',
      '--results-table': '输入为数据库时：把各组写成新表，与所读的表在同一处',
      '--replace': '与 --results-table 连用：已有的结果表一步替换',
      '--write-fields': '用于表格行：把所比较的字段写成字段文件，各字段标明类型，可再编辑',
      '--write-model': '用于 match：写出学到的模型，供 --model 使用',
      '--unit': '每种行、段落或句子只留最先的一处，其余从文档中去掉：不计大小写和空白多少，相等即算；给出 --threshold 时相似也算',
      '--audit': '重新读取输入和输出，说明是否成立（docs/audit.md）；有一项不成立时退出码为 1',
      '--min-unit': '一个单位至少多少字符，更短的不动（默认：1）',
      '--json': SUMMARY,
    },
  },
  audit: {
    summary: '用输入核对任何去重工具的输出：什么成立，什么不成立；有一项不成立时退出码为 1',
    arguments: { input: INPUTS },
    options: {
      '--kept': '保留的记录',
      '--removed': '去除的记录，JSON 行，含 id、duplicate_of、similarity；不给出时，未保留的都算去除',
      '--pairs': '相似的对，JSON 行，含 a、b、similarity',
      '--rewritten': '保留的记录可以是重新写出的：文本相同即为同一条，不论次序',
      '--examples': '每一项显示多少处不成立之处（默认：5；使用 --json 时为 1000）',
      '--json': ALL_JSON,
    },
  },
  compare: {
    summary: '比较两篇文本：有多相似，为什么；不相似时退出码为 1',
    arguments: { a: '文件，或 - 表示标准输入', b: '另一个文件' },
    options: {
      '--texts': 'A 和 B 就是文本本身',
      '--info-a': 'combined：A 的关键词、标签、引用，以逗号分隔',
      '--info-b': 'combined：B 的关键词、标签、引用',
      '--differences': '从头显示多少处差异（默认：20；使用 --json 时为全部）',
      '--min-length': '两篇共有的段落至少多少字符（默认：13）',
      '--gap': '相隔不超过这么多字符的两段按一段显示（默认：20）',
      '--full': '显示所有差异，每处全文照录',
      '--json': ALL_JSON,
    },
  },
  fingerprint: {
    summary: '输出每篇文档的签名：JSON 行，含 id、fingerprint、features',
    arguments: { input: INPUTS_OR_URLS },
    options: { '--output': TO_FILE, '--describe': '只输出签名取决于哪些设置' },
  },
  generate: {
    summary: '生成带标注的语料：文本或表格行，其中一些是另一些的修改版；种子相同则结果相同',
    arguments: { kind: '语料的种类；预设自带种类' },
    options: {
      '--size': '文档总数',
      '--seed': '同类的另一批文档（默认：1）',
      '--preset': '按某篇论文的实验生成，另有选项时以选项为准',
      '--duplicates': '修改版在文档中所占的比例，噪声不计（默认：0.3）',
      '--group-size': '一组重复有几篇，或写成 2-5 这样的范围',
      '--topics': '几个主题，或哪些主题（默认：全部）',
      '--noise-topics': '把无关文档分到多少个主题（默认：未选的主题）',
      '--keep-fields': '用于 rows：修改版保留原行的短字段，如同一人再次来信',
      '--noise': '其中多少篇是其他主题的无关文档（默认：0）',
      '--edits': '用哪些方式修改（默认：全部）',
      '--strength': '一次修改所涉及单位的比例，或一个范围（默认：0.05-0.3）',
      '--length': '原文的字符数，或一个范围（默认：按种类）',
      '--from': '从第几篇开始，自 0 计（默认：0）',
      '--to': '到第几篇之前为止（默认：全部）',
      '--format': 'csv 用于表格行（默认按输出的扩展名，否则为 jsonl）',
      '--output': '写到哪里；以 .gz 或 .zst 结尾则压缩',
      '--pairs': 'JSON 行：整个语料中每对重复的 a、b',
    },
  },
  index: { summary: '在线索引：文档逐篇加入，命令结束后索引仍在' },
  'index create': {
    summary: '新建一个空索引',
    arguments: { url: INDEX_URL },
    options: {
      '--keep': '为验证而保存每篇文档的什么',
      '--digests': '新建索引时：保存每篇内容的摘要，供以后的人工决定使用（给出 --decisions 时也保存）',
      '--block-limit': '服务器：一个键的记录超过多少就拆分（默认：1000）',
      '--overflow': '服务器，simhash：改为超过全部桶的均值的 (1 + n) 倍就拆分（wang2019：2）',
    },
  },
  'index add': {
    summary: '加入文档，并说明每篇是不是新的：JSON 行',
    arguments: { url: INDEX_URL, input: INPUTS },
    options: {
      '--if-new': '与索引中某篇相似的不加入',
      '--create': CREATE,
      '--keep': '为验证而保存每篇文档的什么',
      '--digests': '新建索引时：保存每篇内容的摘要，供以后的人工决定使用（给出 --decisions 时也保存）',
    },
  },
  'index query': {
    summary: '索引中有哪些相似：JSON 行，含 id 和 matches，最相似的在前',
    arguments: { url: INDEX_URL, input: INPUTS },
    options: { '--text': '查询一篇文本，代替输入；没有相似的时退出码为 1', '--first': '找到一篇即止', '--limit': '最相似的几篇' },
  },
  'index remove': {
    summary: '按编号删除文档：JSON 行',
    arguments: { url: INDEX_URL, id: '编号：按 JSON 解读（7、"7"），其余按文字；没有 7 时找 "7"' },
  },
  'index stats': { summary: '有多少文档，占多少空间，用了哪些选项', arguments: { url: INDEX_URL }, options: { '--json': ALL_JSON } },
  'index compact': { summary: '收回删除和替换留下的空间', arguments: { url: INDEX_URL } },
  'index export': { summary: '全部内容，写成 JSON 行，供 import 使用', arguments: { url: INDEX_URL }, options: { '--output': TO_FILE } },
  'index import': {
    summary: '读入 export 写出的内容；索引不存在时按导出的选项新建',
    arguments: { url: INDEX_URL, file: 'export 写出的文件，或 - 表示标准输入' },
  },
  'index verify': { summary: '通读全部内容并互相核对；有问题时退出码为 3', arguments: { url: INDEX_URL } },
  link: {
    summary: '找出 B 中哪些行在 A 中：只找一边一行的对，除非使用 --within',
    arguments: { a: '文件、文件夹、通配符或数据库 URL', b: '另一个；- 表示标准输入' },
    options: {
      '--pairs': `每一对相似记录的 a、b、similarity、distance：${TABLES}`,
      '--matches': 'b、a、similarity、distance，格式同上：B 中每行最相似的一行，没有则 a 为 null',
      '--in': 'B 中也在 A 里的行，逐字节不变；写作 文件夹/ 时，B 的每个文件各有一个输出文件',
      '--compress': COMPRESS,
      '--resume': RESUME,
      '--not-in':
        'B 中不在 A 里的行，逐字节不变；无法判断的也在其中；要清理 A，请把两者的次序对调；写作 文件夹/ 时，B 的每个文件各有一个输出文件',
      '--report': '一个网页，含统计、相似度，以及并排的各对；与 --within 连用则为各组',
      '--rejects': REJECTS,
      '--one-to-one': '一行最多在一对中：最相似的对优先',
      '--within': '也在 A 内部和 B 内部查找：--pairs 注明两边，并可要求 --groups',
      '--groups': '与 --within 连用：group、size、kept、members，各注明属于哪边，格式同上',
      '--min-length': '段落至少多少个词（默认：13）',
      '--gap': '一对中相隔不超过这么多字符的两段，其间的字符也算（默认：0）',
      '--json': SUMMARY,
      '--table-a': 'A 是数据库：它的表或集合',
      '--query-a': 'A 是数据库：改用查询；MongoDB 为表之外的筛选条件',
      '--fields-a': 'A 的字段文件',
      '--id-field-a': 'A 中 --id-field 的名称，两边名称不同时用',
      '--text-field-a': 'A 中 --text-field 的名称',
      '--sheet-a': 'A 是工作簿：读哪个工作表，写法同 --sheet',
      '--table-b': 'B 是数据库：它的表或集合',
      '--query-b': 'B 是数据库：改用查询；MongoDB 为表之外的筛选条件',
      '--fields-b': 'B 的字段文件',
      '--id-field-b': 'B 中 --id-field 的名称，两边名称不同时用',
      '--text-field-b': 'B 中 --text-field 的名称',
      '--sheet-b': 'B 是工作簿：读哪个工作表，写法同 --sheet',
      '--map': 'JSON：a 和 b 为字段文件；map 为 A 的列及 B 中含义相同的列；还有 rules',
    },
  },
  passages: {
    summary: '找出在文本中出现不止一次的段落及其所有位置；可写出去掉这些段落的文本',
    arguments: { input: INPUTS },
    options: {
      '--output':
        '去掉段落后的文本，其余逐字节不变；输入须为 UTF-8 的 JSON 行、按行文本或一个文本文件；写作 文件夹/ 时，每个输入文件各有一个输出文件',
      '--compress': COMPRESS,
      '--resume': RESUME,
      '--removed':
        '-o 去掉的每一处的 id、offset、length、duplicate_of、similarity、text：JSON 行；写成“文件夹/”，则每个输入文件各有一个文件',
      '--passages': '每个段落的 passage、length、count、documents、text、places：JSON 行，最先出现的位置在前',
      '--documents': '每篇文档中有多少文字也出现在别处、出自哪里：JSON 行，含 share、sources、passages',
      '--boilerplate': '超过 --boilerplate-over 篇文档都有的段落：JSON 行，可供 --ignore 使用',
      '--json': SUMMARY,
      '--unit':
        '以什么计长度：characters 为字符，tokens 为词，不计大小写、空白和标点；line、paragraph、sentence：整行、整段、整句比较，不计大小写和空白多少，给出 --threshold 时按相似度（默认：characters）',
      '--min-length': '段落至少多长（默认：50 个字符，或 13 个词；整行、整段、整句为 1 个字符）',
      '--within': '文档库：只找输入中也出现在其中的文字；可写多次',
      '--ignore': '其中的文字不算重复，如 --boilerplate 写出的文件；可写多次',
      '--without-quotes': '输入中引号内的文字不算',
      '--remove': '与 -o 连用：去掉所有位置，或保留最先出现的一处（默认：later）',
      '--boilerplate-over': '超过多少篇文档都有才算套话（默认：10）',
      '--gap': '用于 --documents：同一来源的两段之间相隔不超过这么多字符，就并作一段（默认：0）',
    },
  },
  sync: {
    summary: '把来源中的新行加入在线索引，并说明每行是不是新的：JSON 行',
    arguments: { source: '数据库 URL、文件，或 - 表示标准输入的 JSON 行', index: '文件夹，或服务器的 URL（docs/stores.md）' },
    options: {
      '--mode': '怎样区分新行和旧行（默认：按给出的列，否则 bulk）',
      '--timestamp-column': '一行最后修改的时间',
      '--incrementing-column': '只增不减的数字',
      '--state': '读到的位置存在哪里（默认：索引文件夹旁的 INDEX.sync.json）',
      '--output': 'JSON 行追加到该文件，每行只写一次，崩溃后也是（默认：标准输出）',
      '--once': '全部读完即结束，这是默认',
      '--follow': '每隔这么多秒再看一次，直到停止',
      '--create': CREATE,
      '--keep': '为验证而保存每行的什么',
      '--digests': '新建索引时：保存每篇内容的摘要，供以后的人工决定使用（给出 --decisions 时也保存）',
    },
  },
  model: { summary: '语料模型和字段模型' },
  page: {
    summary: '写出一个 HTML 文件：在任何浏览器中离线查重，不用安装任何东西（docs/page.md）',
    options: { '--output': '网页文件；- 表示标准输出' },
  },
  recipe: {
    summary: '打印以某个已发表语料的设置清理语料的命令，并说明有何不同（docs/corpus.md）',
    arguments: { name: '已发表的语料' },
    options: { '--json': '写成一个 JSON 对象' },
  },
  segment: {
    summary: '把一篇文本切分成带词性的词：“词/词性”文本，供切分方式 tagged 和预设 blog 读取',
    arguments: { input: '只含一篇文本的文件，或 - 表示标准输入' },
    options: { '--output': TO_FILE },
  },
  review: {
    summary: '由人决定的分组：给出文件，即在浏览器中打开其复核（docs/review.md）',
  },
  'review open': {
    summary: '以一些文件新建复核，只在本机启动服务，并打开其网页；不给文件则列出已有的复核；可省略 "open"',
    arguments: { input: '文件或文件夹' },
    options: {
      '--data': DATA,
      '--name': '复核的名称（默认取自第一个文件）',
      '--find': 'copies（副本）或 versions（不同版本），同 dedupe',
      '--options': 'dedupe 的选项，一个 JSON 对象，同 leitong.config.json',
      '--port': '服务的端口；0 表示任意空闲端口（默认：0）',
      '--no-open': '只显示链接',
    },
  },
  'review create': {
    summary: '以一些文件新建复核并运行；在 leitong serve 的网页上作决定',
    arguments: { name: '字母、数字、- 和 _', input: '文件、文件夹、通配符或数据库 URL' },
    options: {
      '--data': DATA,
      '--options': 'dedupe 的选项，一个 JSON 对象，同 leitong.config.json',
      '--decisions': '复核一开始就有的决定，JSON 行；该文件会被复制',
    },
  },
  'review run': {
    summary: '再次运行：重新读取来源，决定保留',
    arguments: { name: '复核的名称' },
    options: { '--data': DATA, '--threshold': '今后改用的阈值' },
  },
  'review list': { summary: '现有的复核及其进度', options: { '--data': DATA, '--json': '每行一个 JSON 对象' } },
  'review passages': {
    summary: '列出许多文档共有的段落；可在以后的运行中排除其中一些',
    arguments: { name: '复核的名称' },
    options: {
      '--data': DATA,
      '--over': '含该段的文档多于此数（默认：10）',
      '--min-length': '段落至少的字数（默认：20）',
      '--leave-out': '以后的运行要排除的段落，用列表中的编号',
      '--take-in': '以后的运行不再排除的段落',
      '--by': '操作人的姓名',
      '--json': '每行一个 JSON 对象',
    },
  },
  'review export': {
    summary: '写出分组、决定，或含两者及文字的网页',
    arguments: { name: '复核的名称' },
    options: {
      '--data': DATA,
      '--groups': '各组的每一篇及其决定：JSON 行，或按扩展名 .csv、.xlsx、.parquet 写成表格',
      '--decisions': '每一项决定，格式同上；JSON 行可供 dedupe 的 --decisions 使用',
      '--page': '一个可从磁盘打开的 HTML 网页',
    },
  },
  'review apply': {
    summary: '说明各项决定将去除什么；给出输出文件时写出保留的记录',
    arguments: { name: '复核的名称' },
    options: {
      '--data': DATA,
      '--output': '保留的记录，逐字节不变；从不写到来源',
      '--removed': 'id、duplicate_of、group、by、at：JSON 行，或按扩展名 .csv、.xlsx、.parquet 写成表格',
      '--results-table': '来源为数据库的一张表时：把已定的各组写成同库的一张新表',
      '--replace': '与 --results-table 同用：一步替换已存结果的表',
    },
  },
  serve: {
    summary: '通过 HTTP 提供服务：索引、任务和复核网页（docs/service.md）',
    options: {
      '--data': '服务的文件夹：索引、密钥、任务（默认：leitong-data）',
      '--config': '设置，JSON 文件；命令行上的优先',
      '--host': '监听的地址（默认：127.0.0.1）',
      '--port': '监听的端口；0 表示任意空闲端口（默认：7700）',
      '--store': '索引存放处的 URL，其中 {name} 代表索引的名称（docs/stores.md）',
      '--no-keys': '请求不需要密钥；只限本机地址',
      '--new-key': '再建一个管理员密钥并输出',
    },
  },
  mcp: {
    summary: '以模型上下文协议（MCP）为智能体提供工具，经标准输入和输出（docs/mcp.md）',
    options: {
      '--data': DATA,
      '--root': '智能体可指明其中文件的文件夹；用于自己不指明文件夹的客户端',
    },
  },
  'model build': {
    summary: '统计每个特征见于多少文档，供 tfidf 之类的权重使用；加 --measure match 时学习各行字段的模型',
    arguments: { input: INPUTS },
    options: { '--output': '模型文件' },
  },
  'model show': {
    summary: '显示字段模型：各字段的等级，在相同与不同的行中出现的比例，以及各自加多少',
    arguments: { file: 'dedupe --measure match 用 --write-model 写出的模型' },
  },
  evaluate: {
    summary: '在带标注的数据上比较各方法：精确率、召回率、时间、内存',
    arguments: { set: '带标注的数据：含 docs.* 和 pairs.* 或 truth.* 的文件夹，或文档带有分组的文件' },
    options: {
      '--methods': '对照方法、leitong:NAME=VALUE,…、profile:NAME（默认：leitong,simhash,minhash-lsh,shingle,i-match,md5）',
      '--truth': 'group、pairs、same_document、jaccard>=0.8、……（默认：按数据所带的标注）',
      '--group-field': '文档分组所在的字段（默认：group）',
      '--topic-field': '文档主题所在的字段（默认：topic）',
      '--length': '实验中一篇文本的字数，或一个范围（默认依类型而定）',
      '--strength': '实验中一次修改所涉及单位的比例，或一个范围（默认：0.05-0.3）',
      '--edits': '实验中用哪些方式修改：insert、delete、reorder、synonym、quote、boilerplate、typo、digits、mixed（默认：全部）',
      '--per-topic': '实验按主题逐个进行，与来源一致',
      '--experiment': '来源中的某个实验',
      '--set': '实验所用的带标注数据（默认：生成与来源相似的数据）',
      '--size': '为实验生成多少文档（默认：与来源一样多）',
      '--seed': '同类的另一批文档（默认：1）',
      '--group-size': '实验中一组相似文档的篇数（默认：与来源一样多）',
      '--stores': 'li2015、wang2019：要新建、计时并删除的索引的 URL（docs/stores.md；默认：memory，li2015 另加一个临时文件夹）',
      '--json': ALL_JSON,
      '--report': '一个网页，含表格和图',
    },
  },
  tune: {
    summary: '查看一个样本，推荐方法、特征和阈值，并说明能找到多少、代价多大',
    arguments: { input: INPUTS_OR_URLS },
    options: {
      '--labels': '判断过的文档对：a、b、same（没有这一列即为 true），或 group、id 两列；JSON 行、CSV 或 TSV，Splink 的写法也可',
      '--write-fields': '用于行：写出比较了哪些字段，类型和权重一一列明，可再编辑',
      '--write-model': '用于 match：写出模型，供 --model 使用',
      '--map': '用于要连接的两个表 A 和 B：link 的映射文件；标注为文档对，a 属于 A，b 属于 B',
      '--sample': '查看多少文档（默认：20000）',
      '--json': ALL_JSON,
      '--report': '一个网页，含相似度分布、低谷、阈值附近的文档对和各阈值的结果',
    },
  },
  worker: {
    summary: 'dedupe --engine 在集群的机器上运行的程序：从标准输入读行，写到标准输出',
    arguments: { mode: 'records、count、sign、forest、components、blocks 或 match', task: '选项，由引擎编码' },
  },
  completion: {
    summary: '输出命令行补全脚本：bash、zsh 或 fish',
    arguments: { shell: 'bash、zsh 或 fish' },
  },
}

/** Flags that several commands have, in the same sense. */
export const EVERY_ZH: Readonly<Record<string, string>> = {
  '--config': '选项文件：JSON，用选项的长名（默认：leitong.config.json，如有）',
}
