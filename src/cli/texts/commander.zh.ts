/** Refusals of the command line parser in Chinese. What is not among them stays as the parser says it. */

type Translation = readonly [pattern: RegExp, chinese: string]

const USAGE_ERRORS: readonly Translation[] = [
  [/^error: missing required argument '(.*)'/, '错误：缺少参数 "$1"'],
  [/^error: unknown option '(.*)'/, '错误：没有选项 "$1"'],
  [/^error: unknown command '(.*)'/, '错误：没有命令 "$1"'],
  [/^error: option '(.*)' argument missing/, '错误：选项 "$1" 缺少取值'],
  [/^error: required option '(.*)' not specified/, '错误：必须给出选项 "$1"'],
  [/^error: option '(.*)' cannot be used with option '(.*)'/, '错误：选项 "$1" 不能与 "$2" 同用'],
  [/^error: option '(.*)' argument '(.*)' is invalid\. Allowed choices are (.*)\./, '错误：选项 "$1" 不能取 "$2"；可选：$3。'],
  [
    /^error: command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\./,
    '错误：参数 "$2" 不能取 "$1"；可选：$3。',
  ],
  [
    /^error: too many arguments(?: for '(.*)')?\. Expected (\d+) arguments? but got (\d+)(?:: .*)?\./,
    '错误：参数过多：应为 $2 个，给出了 $3 个。',
  ],
  [/\(Did you mean one of (.*)\?\)/, '（是否要写 $1？）'],
  [/\(Did you mean (.*)\?\)/, '（是否要写 $1？）'],
]

/** @example translateUsageError("error: unknown command 'x'\n") // '错误：没有命令 "x"\n' */
export const translateUsageError = (text: string): string =>
  USAGE_ERRORS.reduce((said, [pattern, chinese]) => said.replace(pattern, chinese), text)
