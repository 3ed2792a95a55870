/** Messages and remedies of src/errors.ts in Chinese. A test holds the table complete. */
import { type ErrorTexts, packagesOf } from '../errors.js'

export const ERRORS_ZH: ErrorTexts = {
  OPTION_UNKNOWN: {
    message: (name, where, guess) => `没有选项 "${name}"（${where}）${guess ? `；是否要写 "${guess}"？` : ''}`,
    remedy: '全部选项见 docs/options.md 或 leitong --help。',
  },
  OPTION_VALUE: {
    message: (name, value, expected) => `选项 "${name}" 不能取 ${value}：应为 ${expected}`,
    remedy: '请给出所说类型和范围内的值。',
  },
  OPTION_CONFLICT: { message: (what) => `选项不能同用：${what}`, remedy: '请改动其中一个选项；各选项的用途见 --help。' },
  ARGUMENT: { message: (what, expected) => `${what} 不能使用：应为 ${expected}`, remedy: '各函数的参数见 docs/library.md。' },
  CONFIG: { message: (path, cause) => `${path}：${cause}`, remedy: '该文件应为一个 JSON 对象，以长名写选项。' },
  SOURCE_MISSING: {
    message: (path, what = '没有这个文件或文件夹') => `${path}：${what}`,
    remedy: '请检查路径；没有匹配到任何文件的通配符也算缺失。',
  },
  SOURCE_READ: { message: (path, cause) => `${path}：无法读取：${cause}`, remedy: '请确认文件完整，并且有读取权限。' },
  NOT_ONE_TEXT: {
    message: (path, what) => `${path} 是 ${what}：compare 比较两篇文本`,
    remedy: '请指明两个文件，各含一篇文本或一条记录；文件夹和多条记录的文件请用 dedupe 或 link。',
  },
  SOURCE_CHANGED: {
    message: (path) => `${path}：读取期间被改动或替换`,
    remedy: '请在无人写入该文件时重新运行，或使用副本；没有改动任何输出。',
  },
  FORMAT_UNKNOWN: {
    message: (path, known) => `${path}：从文件名看不出格式；已知的扩展名有 ${known}`,
    remedy: '请用 --format 指明格式；数据库写成 URL，如 sqlite:文件。',
  },
  FORMAT_UNREAD: {
    message: (path, is, asked) => `${path}：这是 ${is}${asked ? `，不是 ${asked}` : '，不能读取'}`,
    remedy: '请另存为 docs/formats.md 所列的格式，由扩展名表明；压缩包请先解开。',
  },
  FIELD_MISSING: {
    message: (path, field, columns, sheet) =>
      `${path}：没有列 "${field}"；${columns ? `有 ${columns}` : '一列也没有'}${sheet === undefined ? '' : `；工作表“${sheet}”中有此列：--sheet ${JSON.stringify(sheet)}`}`,
    remedy:
      '请用 --text-field、--id-field、--title-field、--keep 的字段或字段文件指明已有的名称；没有正文列的表用 --measure match 逐列比较。',
  },
  NOTHING_JUDGED: {
    message: (place, count, first) =>
      `${place}：没有可以比较的内容：${count === 1 ? '仅有的一条记录' : `${count} 条记录都`}无法判断；第一条：${first}`,
    remedy: '请用 --format 和 --encoding 说明输入是什么，用 --text-field 指明正文所在的字段。',
  },
  DATE_ORDER: {
    message: (field, isNumber) =>
      isNumber
        ? `“${field}”中有用逗号作小数点的数字：集群看不到整列，无法由该列决定数字的读法`
        : `“${field}”中有月在日前的日期：集群看不到整列，无法由该列决定日期的读法`,
    remedy: '请用 --date-order day 或 --date-order month 说明哪个在前；数字请用小数点书写。',
  },
  INPUT_BOMB: {
    message: (path, bytes, limit) => `${path}：压缩的 ${bytes} 字节解开后已超过 ${limit} 字节`,
    remedy: '如果文件确实如此重复，请调高 --max-ratio。',
  },
  PACKAGE_MISSING: {
    message: (name, purpose) => `没有安装程序包 ${name}，而它是必需的（用途：${purpose}）`,
    remedy: (name) => `请装在 leitong 旁边：npm install ${packagesOf(name)}。`,
  },
  OUTPUT_WRITE: {
    message: (path, cause) => `${path}：无法写入：${cause}`,
    remedy: '请确认文件夹存在、有空间、可以写入；该名称下的内容没有改动。',
  },
  LOCKED: {
    message: (path, lock, holder) => `${path}：正被 ${holder} 使用（${lock}）`,
    remedy: '请等它结束，或换一个文件。另一台机器崩溃留下的锁是一个文件，可以删除。',
  },
  OUTPUT_PART: {
    message: (what, done) => `${what}；已就位：${done}`,
    remedy: '已就位的输出是完整的，其余保持原样。请排除原因后重新运行。',
  },
  OUTPUT_FORMAT: {
    message: (what) => `输出的格式不合适：${what}`,
    remedy: '一个输出只能来自格式和列都相同的输入；不同时请写到文件夹：-o 文件夹/ 为每个输入各写一个文件。',
  },
  STRICT: {
    message: (count, first) => `有 ${count} 条记录无法判断；第一条：${first}`,
    remedy: '请修正这些记录，或去掉 --strict：这样它们会保留下来，并由 --rejects 列出。',
  },
  INTERRUPTED: { message: (signal, what = '没有改动任何输出') => `被 ${signal} 中断；${what}`, remedy: '请重新开始。' },
  DICTIONARY: {
    message: (place, line) => `${place}：不是词典的一行："${line}"`,
    remedy: '每行依次为词、词频（整数）、词性，后两项可省略，以空白分隔。',
  },
  NEEDS_NODE: {
    message: (what) => `${what} 需要文件、数据库或线程，浏览器中没有`,
    remedy: '去掉它，或在 Node 中运行；内存中的文档可以直接传入。',
  },
  DICTIONARY_MISSING: {
    message: () => '没有词典，无法切分中文或读取词表',
    remedy: '没有文件的环境请先提供词典：provideDictionary(bytes)。',
  },
  TEXT_TOO_LARGE: { message: (bytes) => `一篇 ${bytes} 字节的文本超出内核的容量`, remedy: '请拆分文本；内核一次约可处理 250 MB。' },
  SIGNATURE_VALUE: {
    message: (value, what, why, where) => `${where === undefined ? '' : `${where}：`}"${value}" 不能作为 ${what} 比较：${why}`,
    remedy: '可读的写法见 docs/signatures-elsewhere.md；--rejects 列出未参与比较的记录。',
  },
  SIGNATURES_MIXED: {
    message: (first, other, option) => `${first}；${other}：只有大小相同的才能比较，--${option} 指明大小`,
    remedy: '请用提示中的选项指明大小，其余的记录便不参与比较；或使所有记录大小一致。',
  },
  SIGNATURES_UNLIKE: {
    message: (left, right) => `选项不同的签名不能比较：${left} 与 ${right}`,
    remedy: '两个签名的 method、tokenizer、ngram、normalize 和 seed 必须相同。',
  },
  MODEL_NEEDED: {
    message: (weight) => `权重 "${weight}" 需要语料模型`,
    remedy: '请用 leitong model build 生成，再用 --model 指明。',
  },
  MODEL_BROKEN: { message: (path, cause) => `${path} 不是完好的语料模型：${cause}`, remedy: '请用 leitong model build 重新生成。' },
  MODEL_UNLIKE: {
    message: (path, model, options) => `${path} 统计的是 ${model} 的特征，而这些选项得出的是 ${options} 的特征`,
    remedy: '请采用生成模型时的选项，或按现在的选项生成模型。',
  },
  DECISIONS_FILE: {
    message: (place, cause) => `${place}：不是一条决定：${cause}`,
    remedy: '请改正该行或删去该行；决定的写法见 docs/review.md。',
  },
  LABELS_FILE: {
    message: (path, cause) => `${path}：不能用作标注：${cause}`,
    remedy: '请用输入中的编号称呼记录，并写明判断或所属的组；标注的写法见 docs/tune.md，带标注的数据集见 docs/evaluation.md。',
  },
  FIELDS_FILE: {
    message: (path, cause) => `${path}：${cause}`,
    remedy: '字段文件（docs/databases.md）和对应文件（docs/linking.md）为 JSON，只含其中所列的名称。',
  },
  DATABASE_URL: {
    message: (cause) => `数据库的 URL 无法解读：${cause}`,
    remedy: '请写成 SCHEME://USER@HOST:PORT/DATABASE，密码放在环境变量 LEITONG_PASSWORD 中。',
  },
  DATABASE_CONNECT: {
    message: (name, cause) => `${name}：无法连接：${cause}`,
    remedy: '请确认服务器已启动且可以访问，或文件存在，并检查主机、端口和数据库名。',
  },
  DATABASE_LOGIN: {
    message: (name, cause) => `${name}：登录被拒绝：${cause}`,
    remedy: '请检查用户名和密码；URL 中没有密码时采用 LEITONG_PASSWORD。',
  },
  DATABASE_RIGHTS: {
    message: (name, cause) => `${name}：没有权限：${cause}`,
    remedy: '用户需要对所读内容的读取权限（SELECT）；只有 --results-table 需要建表权限。',
  },
  TABLE_NEEDED: {
    message: (name, tables) => `${name}：读哪些行？${tables ? `有这些表：${tables}` : '没有任何表'}`,
    remedy: '请用 --table 指明（link：--table-a 和 --table-b），或用 --query 查询；MongoDB 的集合就是表。',
  },
  DATABASE_TABLE: {
    message: (name, cause) => `${name}：没有这个表：${cause.replace(/^no such table: /, '')}`,
    remedy: '请检查 --table：写作 SCHEMA.TABLE，特殊的名称加双引号，区分大小写。',
  },
  DATABASE_QUERY: {
    message: (name, cause) => `${name}：查询无法执行：${cause}`,
    remedy: '请检查 --query 和字段文件中的 "where"；两者都用数据库自己的语言。',
  },
  DATABASE_DROPPED: {
    message: (name, rows, cause) => `${name}：读了 ${rows} 行后连接中断：${cause}`,
    remedy: '请重新开始；没有改动任何内容。若再次发生，请查看服务器的时间和内存限制。',
  },
  DATABASE_CHANGED: { message: (name, cause) => `${name}：读取期间表有改动：${cause}`, remedy: '请在无人改动列时重新开始。' },
  RESULTS_TABLE: {
    message: (name, table) => `${name}：已有表 ${table}，结果只写入新表`,
    remedy: '请用 --results-table 指定不存在的表名；--replace 可替换存放结果的表，但不能是正在读取的表。',
  },
  MEMORY: {
    message: (bytes, purpose) => `没有 ${bytes} 字节的空间（用途：${purpose}）`,
    remedy: '请关闭其他程序、拆分输入，或调低 --memory 以便更多内容存到磁盘。',
  },
  INDEX_MISSING: { message: (url) => `${url}：没有索引`, remedy: '请检查位置，或新建一个：leitong index create URL。' },
  INDEX_OPTIONS: {
    message: (url, differences) => `${url}：索引是用其他选项建立的：${differences}`,
    remedy: '请去掉这些选项，或另建索引并导入此索引导出的内容。',
  },
  STORE_URL: {
    message: (url, known) => `${url}：没有这种存储；可用的有 ${known}`,
    remedy: '请写文件夹，或以存储名开头的 URL；见 docs/stores.md。',
  },
  STORE: { message: (url, cause) => `${url}：${cause}`, remedy: '请确认存储可以访问、完好且有空间；已确认的内容仍在。' },
  IMPORT_OPTIONS: {
    message: (source, differences) => `${source}：来自选项不同的索引，又没有可以重新签名的文本：${differences}`,
    remedy: '请导入选项与导出时相同的索引。保存文本的索引（--keep text）可以导出到任何选项。',
  },
  CLUSTER: {
    message: (where, cause) => `${where}：${cause}`,
    remedy: '请确认能连上集群、空间足够，且集群可以读取输入、写入 --work；再次运行会从中断处继续。',
  },
  INDEX_DOCUMENT: {
    message: (what) => `索引中的文档需要编号和正文：${what}`,
    remedy: '请给出编号（文字或数字）和正文，或用 idField 和 textField 指明字段。',
  },
  COLUMNS_MEMORY: {
    message: (bytes, rows, limit) => `${rows} 行的各列共 ${bytes} 字节，超过 --memory 允许的 ${limit}；字段在内存中比较`,
    remedy: '请调大 --memory，或在字段文件中少列几列。',
  },
  CUT_FORMAT: {
    message: (name, what) => `${name}：${what}；只能从 UTF-8 的 JSON 行、按行文本和单个文本文件中去掉段落`,
    remedy: '请去掉 --output，用 --passages 查看各段落的位置；或先把输入转换为 JSON 行。',
  },
  REPEATS_MEMORY: {
    message: (bytes, limit) => `这些文本中重复的部分（每段不同的只算一次）比较和排序需要 ${bytes} 字节以上，--memory 允许 ${limit}`,
    remedy: '请调大 --memory 或 --min-length，或先用 leitong dedupe 去掉整篇的副本。',
  },
  COMPARISONS: {
    message: (planned, limit) => `计划比较 ${planned} 对行，超过 --max-comparisons 的 ${limit}`,
    remedy: '请调大 --max-comparisons，或在字段文件的 "candidates" 中写更少见的键；可用的键见 docs/rows.md。',
  },
  PAIRS: {
    message: (found, judged, limit) =>
      `两边之间的配对太多：看过的 ${judged} 对中有 ${found} 对包含足够多的内容，查找就此停止（--max-pairs ${limit}）`,
    remedy: '请用 --ignore 去掉套话，调高 --threshold，或用 --measure passages，它说明 B 的每一行有哪些内容在 A 中；--max-pairs 允许更多。',
  },
  PRECISION_UNKNOWN: {
    message: (precision, why) => `无法保证精确率 ${precision}：${why}`,
    remedy: '请去掉 --precision 并人工复核配对，或用字段文件去掉一些列（--write-fields），或给 tune 提供标注：见 docs/rows.md。',
  },
  SERVICE_SETTINGS: {
    message: (name, cause) => `服务的设置 "${name}"：${cause}`,
    remedy: '设置见 docs/service.md；命令行上的优先于 --config 所指的文件。',
  },
  SERVICE_ADDRESS: {
    message: (address, cause) => `服务无法监听 ${address}：${cause}`,
    remedy: '请用 --port 或 --host 换一个，或结束占用它的程序。',
  },
  SERVICE_KEY: {
    message: (what) => `不能访问：${what}`,
    remedy: '请以 "Authorization: Bearer 密钥" 发送服务的密钥；leitong serve --new-key 可输出新的密钥。',
  },
  SERVICE_SCOPE: {
    message: (scope) => `这个密钥在这里没有 "${scope}" 权限`,
    remedy: '请使用对这个索引有此权限的密钥；管理员密钥可用 POST /keys 新建。',
  },
  SERVICE_ORIGIN: {
    message: (what) => `因请求的来处而拒绝：${what}`,
    remedy: '请用服务自己的名称或地址访问；其他名称写在设置 "hosts" 中。',
  },
  SERVICE_REQUEST: { message: (what) => `无法理解请求：${what}`, remedy: '请按 /openapi.json 对这条路径的说明发送。' },
  SERVICE_MISSING: { message: (what) => `没有这样的内容：${what}`, remedy: '请用 GET 查看上一级的列表。' },
  SERVICE_METHOD: {
    message: (method, known) => `此地址不接受 ${method}；它接受 ${known}`,
    remedy: '请用它接受的方法；应答的 Allow 头也列出这些方法。',
  },
  SERVICE_CONFLICT: { message: (what) => `与已有的内容不合：${what}`, remedy: '请先读取已有的内容，或换一个名称或键。' },
  SERVICE_PLACE: {
    message: (what) => `服务不得使用 ${what}`,
    remedy: '请求可用的文件夹和数据库写在设置 "folders" 和 "databases" 中。',
  },
  SERVICE_LIMIT: {
    message: (what, limit) => `${what}：超过上限 ${limit}`,
    remedy: '请每次少发一些，或以 NDJSON 发送；上限是服务的设置。',
  },
  SERVICE_BUSY: {
    message: (what) => `服务太忙：${what}`,
    remedy: '请等待 Retry-After 标头所说的秒数，再发送一次。',
  },
  SERVICE_TIME: {
    message: (seconds) => `${seconds} 秒内没有答复`,
    remedy: '请每次少发一些；费时的工作请建任务。请求要写入的内容可能在，也可能不在；再发送一次没有害处。',
  },
  SERVICE_FAILED: { message: (what) => `服务本身的错误：${what}`, remedy: '请告诉我们，并附上请求的编号；服务的日志中有更多信息。' },
}
