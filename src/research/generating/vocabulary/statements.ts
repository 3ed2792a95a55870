/**
 * What articles in Chinese say, on any topic. Statements are put together of short words, each chosen by itself, so that unrelated texts
 * of one topic share words and hardly any wording.
 *
 * A topic gives `stem` and `head` (its notions are made of one of each), `role` (people), `body` (offices and firms), `site` (places), and
 * a few clauses of its own, which are mixed in.
 */
import { even, type Rule, type Rules, words } from '../grammar.js'
import { CHINESE } from './chinese.js'
import type { Topic } from './topic.js'

/** The first rule with that probability, otherwise the second. */
const mostly =
  (share: number, often: string, seldom: string): Rule =>
  (grammar) => {
    const [one, other] = [grammar.compile(often), grammar.compile(seldom)]
    return (voice) => (voice.random.chance(share) ? one : other)(voice)
  }

const GENERAL: Rules = {
  term: mostly(0.8, '{stem}{head}', '{ownTerm}'),
  statement: mostly(0.8, '{claim}', '{ownFinding}'),
  step: mostly(0.75, '{deed}', '{ownMeasure}'),
  trouble: mostly(0.75, '{loss}', '{ownEffect}'),
  rise: words('增加 上升 提高 增长 扩大 回升 攀升 翻番 走高 增多'),
  fall: words('减少 下降 降低 回落 缩小 放缓 走低 收窄 下滑 萎缩'),
  fare: words('改善 见效 好转 起步 升温 提速 稳定下来 有了起色 得到重视 走上正轨 受到关注 进入新阶段'),
  fail: words('停滞 反复 滞后 脱节 走样 受阻 流于形式 进展缓慢 难以推进 引起争议 遇到瓶颈 被搁置'),
  settled: words('有所改善 有了着落 得到解决 变得顺畅 有了答复 不再是难事 不再让人操心'),
  unsettled: words('没有着落 一拖再拖 迟迟不见结果 引来不满 说法不一 难以安排 让人操心 让人头疼'),
  deal: words(
    '推动 加强 改善 规范 完善 重视 支持 优化 调整 研究 简化 统筹 细化 充实 改造 检查 推广 整顿 评估 监督 引导 保障 健全 深化 探索 提高 解决 重新设计',
  ),
  view: words('看重 担心 支持 要求 质疑 期待 理解 在意 反对 忽视 关心 认可 抱怨 欢迎 留意 反映 谈论 回避 看好 追问 关注'),
  accept: words('支持 理解 接受 配合 相信 参与 重视 投入'),
  hard: words('重要 困难 紧迫 复杂 普遍 严重 缓慢 明显 敏感 脆弱 分散 急迫 具体 长远 迟缓 薄弱 难办 棘手 琐碎'),
  pace: words('逐步 明显 持续 迅速 缓慢 不断 悄然 普遍 已经 开始 再次 重新 接连 一度 刚刚'),
  often: words('往往 经常 多半 通常 有时 总是 几乎 一直 偏偏 终究 未免 向来 大多 一般 照样 多少'),
  cause: words(
    '制度 观念 信息 技术 数据 标准 规定 经验 耐心 信任 激励 协调 规划 监管 沟通 方法 政策 口碑 权限 共识 责任心 长远打算 专业知识 配套措施',
  ),
  means: words('经费 人手 时间 设备 场地 预算 编制 资金 资料 名额 物资 专款 骨干 精力'),
  short: words('不足 欠缺 有限 吃紧 跟不上 不到位 分配不均 不够用 被占用 难以保证'),
  region: words(
    '城区 郊区 县城 乡镇 东部 西部 沿海 山区 新区 老城 基层 北方 南方 省会 边境 附近乡镇 中小城市 人口大县 {place2}一带 {place2}周边',
  ),
  spell: words(
    '去年 今年 上半年 前三季度 近两年 {3-9}年来 年初以来 入秋以后 上个月 第{二|三|四}季度 {2012-2023}年 最近半年 {2-12}月份 目前 这几年 开春后 {2-9}周以来',
  ),
  aid: words('培训 补贴 指导 场所 工具 咨询 名额 岗位 津贴 资料 住处 贷款 奖励 课程 热线 设备'),
  give: words('提供 补足 增加 预留 准备 争取 落实 安排'),
  way: words('改行 排队 观望 等待 停工 绕行 推迟计划 借钱 搬走 退出 求助 加班 返乡 自费 另找出路 放弃 从头再来 两头跑 托熟人'),
  carry: words('自己想办法 加班加点 垫钱 口口相传 热心帮忙 硬撑 互相照应 牵线搭桥 带头'),
  if: words('一旦 如果 只要 假如 倘若 若是 要是 万一'),
  but: words('但是 然而 不过 可是 尽管如此 问题在于 值得注意的是 与此相反 遗憾的是 反过来看 话说回来'),
  end: words('综上所述 总之 总而言之 由此可见 因此 归根结底 说到底 总的来看 一句话'),
  say: words('认为 表示 指出 提到 坦言 估计 强调 判断 解释 回忆 介绍 发现 承认 透露 补充 算过'),
  report: words('数据表明 报告写道 调查发现 资料说明 统计显示 问卷反映 抽样显示 测算认为 年报提到 走访得知'),
  claim: even(`
    {term}比{term}更{hard}
    {spell}，{site}的{term}{pace}{fare}
    {share}的{role}{view}{term}
    {if}{means}跟不上，{term}{often}{fail}
    {role}{often}{view}{term}，{body}更{view}{term}
    {term}缺的不是{means}，而是{cause}
    {term}{fail}，多与{cause}有关
    {region}的{term}比{region}早，{means}却{short}
    {deal}{term}，先要{deal}{term}
    {role}少了{share}，{term}{often}{fail}
    {term}每{rise}一成，{term}就{fall}{2-30}%
    {region}的{role}{pace}增多，{term}显得{hard}
    {cause}与{means}的矛盾，在{term}上最{hard}
    {body}{deal}{term}已有{2-20}年，{role}还是{view}{term}
    {term}做得好不好，{role}最清楚
    {hard}的不只是{term}，还有{term}
    {region}有{share}的{body}在{deal}{term}
    {thing}{unsettled}，{role}{often}只好{way}
    {spell}{body}的{means}{rise}{share}，{term}只{rise}{share}
    {role}谈起{term}，{often}要说到{thing}
    {cause}到了{region}就打折扣，{term}{often}{fail}
    {term}要靠{means}，更要靠{cause}
    {thing}看似平常，其实很{hard}
    {body}之间缺少{cause}，{role}只好{way}
    {deal}{thing}花钱不多，却能让{term}{fare}
    有了{cause}，{role}才愿意{accept}{term}
    {term}的{means}{often}{short}，{region}更是如此
    {spell}{term}{rise}了{share}，{region}{rise}得更快
    {role}和{role}对{term}看法不同
    {body}的{means}{short}，{term}{often}靠{role}{carry}
    {site}里谈得最多的是{term}
    没有{term}，{term}就无从谈起
    {region}把{term}放在{term}前面
    {term}一{fall}，{role}就{view}{thing}
    {body}{means}{short}，{cause}也不够
    {share}的{body}没有{term}的{means}
    {term}先从{region}{fare}，再影响到{region}
    {thing}{settled}，靠的是{body}的{cause}
    {role}的{means}{often}花在{thing}上
    {spell}，{body}才想到要{deal}{term}
    {term}和{term}争着要{means}
    {region}{term}的{means}相当于{region}的{2-9}倍
    {body}{view}{term}，{role}{view}的却是{thing}
    {term}{fare}以后，{thing}也{settled}
    {site}里每{2-9}名{role}就有一名{view}{term}
    {term}并不等于{term}
    {term}难在{cause}，也难在{means}
    少数{body}{pace}{deal}{term}，多数还在观望
    {term}越{hard}，越要{deal}{term}`),
  deed: even(`
    {deal}{site}的{term}
    由{body}{deal}{term}
    为{role}{give}{aid}
    把{term}交给{body}负责
    在{region}{deal}{term}
    每{季|月|年|周}公布{term}的数据
    请{role}参与{term}
    给{body}{2-9}年时间{deal}{term}
    先{deal}{term}，再{deal}{term}
    增加{term}的{means}
    用{term}带动{term}
    与{place2}共享{term}的资料
    拿出{share}的{means}{deal}{term}
    让{role}和{role}一起{deal}{thing}
    {deal}{thing}，{deal}{term}
    替{region}的{body}争取{means}
    把{means}留给{site}
    {give}{term}所需的{means}
    同{body}商定{term}的办法
    让{region}的{body}先试行{term}
    补足{body}的{means}
    选{2-30}个{site}{deal}{term}
    派{role}到{site}检查{thing}
    减少{term}，增加{term}`),
  loss: even(`
    {role}只好{way}
    {thing}{unsettled}
    {role}和{role}{often}争执
    {site}空了{share}
    {region}的{role}多花了{2-90}万元
    {role}为{thing}跑了{2-9}趟
    {site}{pace}冷清下来
    {share}的{role}打算{way}
    {body}的{means}{short}
    {term}拖了{2-20}个月
    {role}干了{2-9}个月就{way}
    {role}为{thing}等了{3-90}天
    {site}{often}排起长队
    {body}{often}让{role}{way}`),
}

/** The rules of articles in Chinese on a topic. */
export function articleRules({ zh }: Topic): readonly Rules[] {
  const { term, finding, measure, effect } = zh as { readonly [name: string]: Rule }
  return [CHINESE, zh, GENERAL, { ownTerm: term, ownFinding: finding, ownMeasure: measure, ownEffect: effect } as Rules]
}
