/** Two texts: how alike, and where they differ. Run with: node examples/why.mjs */
import { compare } from 'leitong'

const { similarity, explanation } = compare('请求有关部门到现场检查，尽快处理。', '请求主管部门到现场检查，尽快处理！', { threshold: 0.5 })
console.log(similarity.toFixed(2)) // prints: 0.53
for (const { kind, left, right } of explanation.passages) {
  if (kind === 'changed') console.log(`${left} -> ${right}`)
}
// prints: 有关 -> 主管
// prints: 。 -> ！
