/** Scripts of the server: steps that nothing else comes in between of. */

/** The answer of a script that tells one more than the number of replicas, so that 0 is left for a refusal, which is undefined here. */
export function replicasIn(answer: unknown): number | undefined {
  const number = Number(answer)
  return number ? number - 1 : undefined
}

/**
 * KEYS: index. ARGV: MessagePack of a list of fields. Returns their values as MessagePack: a list for every thousand of them. To write and to
 * read as many strings takes a client longer than all of this takes the server.
 */
export const READ = `
local fields = cmsgpack.unpack(ARGV[1])
local packed = {}
for i = 1, #fields, 1000 do
  packed[#packed + 1] = cmsgpack.pack(redis.call('HMGET', KEYS[1], unpack(fields, i, math.min(i + 999, #fields))))
end
return table.concat(packed)
`

/**
 * KEYS: seq, index, records, order, meta. ARGV: MessagePack of what commit.ts packs.
 * Returns 0 when something has changed since it was read, otherwise one more than the number of replicas that are connected.
 */
export const COMMIT = `
local p = cmsgpack.unpack(ARGV[1])
local version, put, checks, dropped, gone, unfile, sets, appends, records, order =
  p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10]
local index = KEYS[2]
local function many(command, key, values)
  for i = 1, #values, 1000 do redis.call(command, key, unpack(values, i, math.min(i + 999, #values))) end
end
local function replicas()
  local info = redis.pcall('INFO', 'replication')
  return type(info) == 'string' and tonumber(string.match(info, 'connected_slaves:(%d+)')) or 0
end
-- Without it nothing that is written here would ever be found: FLUSHALL, or an eviction, has taken the index away.
if redis.call('EXISTS', KEYS[5]) == 0 then
  return redis.error_reply('GONE the index is not there any more: its keys were removed or evicted (maxmemory-policy has to be noeviction)')
end
-- Sent twice because the first answer was lost.
if put[1] and redis.call('HGET', index, put[1]) == put[2] then return 1 + replicas() end
-- Others have written. Then what was read has to be as it was.
if (redis.call('HGET', index, 'v') or '0') ~= version then
  if #checks == 0 then return 0 end
  for i = 1, #checks, 2 do
    local now = redis.call('HGET', index, checks[i])
    if (now and redis.sha1hex(now) or '') ~= checks[i + 1] then return 0 end
  end
end
-- Removing comes first: a server whose memory is full allows it, and what follows.
many('HDEL', index, dropped)
many('HDEL', KEYS[3], gone)
for i = 1, #unfile, 2 do
  local list = redis.call('HGET', index, unfile[i])
  if list then
    local size, numbers = 6 + string.byte(list) % 128, {}
    for at = 1, #unfile[i + 1], 6 do numbers[string.sub(unfile[i + 1], at, at + 5)] = true end
    -- What stays, as stretches between those that go.
    local kept, from = {}, 1
    for at = 2, #list, size do
      if numbers[string.sub(list, at, at + 5)] then
        kept[#kept + 1] = string.sub(list, from, at - 1)
        from = at + size
      end
    end
    if from > 1 then
      list = table.concat(kept) .. string.sub(list, from)
      if #list == 1 and string.byte(list) < 128 then redis.call('HDEL', index, unfile[i]) else redis.call('HSET', index, unfile[i], list) end
    end
  end
end
many('HSET', KEYS[3], records)
many('ZADD', KEYS[4], order)
many('HSET', index, sets)
for i = 1, #appends, 3 do
  local head, list = appends[i + 1], redis.call('HGET', index, appends[i])
  if list then
    -- The width of a list that is only marked, and has nothing in it yet, is that of what comes.
    local first = #list == 1 and string.byte(head) % 128 or string.byte(list) % 128
    head = string.char(first + math.max(string.byte(list) >= 128 and 128 or 0, string.byte(head) >= 128 and 128 or 0))
    list = string.sub(list, 2)
  end
  redis.call('HSET', index, appends[i], head .. (list or '') .. appends[i + 2])
end
redis.call('HINCRBY', index, 'v', 1)
return 1 + replicas()
`

/**
 * KEYS: seq, index. ARGV: field of an id, a number, whether the id should have it ('there') or not ('gone'). Returns 0 when that is not so, and
 * otherwise as above, after a write that changes nothing: a WAIT behind it on the same connection waits for all that was written so far.
 */
export const STILL = `
if (redis.call('HGET', KEYS[2], ARGV[1]) == ARGV[2]) ~= (ARGV[3] == 'there') then return 0 end
redis.call('INCRBY', KEYS[1], 0)
local info = redis.pcall('INFO', 'replication')
return 1 + (type(info) == 'string' and tonumber(string.match(info, 'connected_slaves:(%d+)')) or 0)
`

/** KEYS: index. ARGV: a cursor. Returns the next cursor, and how many ids, postings and marks are in the part that it stood for. */
export const COUNT = `
local page = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', '1000')
local ids, postings, marks = 0, 0, 0
for i = 1, #page[2], 2 do
  local kind, list = string.sub(page[2][i], 1, 1), page[2][i + 1]
  if kind == 'i' then ids = ids + 1 end
  if kind == 'k' then
    local head = string.byte(list)
    postings = postings + (#list - 1) / (6 + head % 128)
    if head >= 128 then marks = marks + 1 end
  end
end
return {page[1], ids, postings, marks}
`

/** KEYS: index, records. ARGV: a cursor, and 1 to remove. Returns the next cursor, and how many postings have no record. */
export const ORPHANS = `
local page = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', '1000')
local found = 0
for i = 1, #page[2], 2 do
  local field, list = page[2][i], page[2][i + 1]
  if string.sub(field, 1, 1) == 'k' then
    local size = 6 + string.byte(list) % 128
    local kept = {string.sub(list, 1, 1)}
    for at = 2, #list, size do
      local a, b, c, d, e, f = string.byte(list, at, at + 5)
      local seq = a + 256 * (b + 256 * (c + 256 * (d + 256 * (e + 256 * f))))
      if redis.call('HEXISTS', KEYS[2], string.format('%.0f', seq)) == 1 then kept[#kept + 1] = string.sub(list, at, at + size - 1) end
    end
    local gone = (#list - 1) / size - (#kept - 1)
    found = found + gone
    if gone > 0 and ARGV[2] == '1' then
      if #kept == 1 and string.byte(list) < 128 then redis.call('HDEL', KEYS[1], field)
      else redis.call('HSET', KEYS[1], field, table.concat(kept)) end
      redis.call('HINCRBY', KEYS[1], 'v', 1)
    end
  end
end
return {page[1], found}
`
