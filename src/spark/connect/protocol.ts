/**
 * The part of the protocol of Spark Connect that a run needs, with the numbers of Apache Spark's own .proto files (spark/connect/base.proto,
 * commands.proto, relations.proto, expressions.proto): statements, views of files, artifacts, and the life of a session.
 */

type Field = readonly [type: string, id: number, repeated?: 'repeated']

const message = (fields: Readonly<Record<string, Field>>, nested: Readonly<Record<string, object>> = {}) => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, [type, id, rule]]) => [
      name,
      type.startsWith('map:') ? { keyType: 'string', type: type.slice(4), id } : { type, id, ...(rule ? { rule } : {}) },
    ]),
  ),
  nested,
})

const rpc = (requestType: string, responseType: string, streams: { requestStream?: true; responseStream?: true } = {}) => ({
  requestType,
  responseType,
  ...streams,
})

/** What every request begins with. */
const SESSION = { session_id: ['string', 1], user_context: ['UserContext', 2] } as const

const MESSAGES = {
  UserContext: message({ user_id: ['string', 1], user_name: ['string', 2] }),
  SQL: message({ query: ['string', 1] }),
  DataSource: message({ format: ['string', 1], options: ['map:string', 3], paths: ['string', 4, 'repeated'] }),
  Read: message({ data_source: ['DataSource', 2] }),
  ExpressionString: message({ expression: ['string', 1] }),
  Literal: message({ long: ['int64', 7] }),
  Expression: message({ expression_string: ['ExpressionString', 4] }),
  Project: message({ input: ['Relation', 1], expressions: ['Expression', 3, 'repeated'] }),
  CollectMetrics: message({ input: ['Relation', 1], name: ['string', 2], metrics: ['Expression', 3, 'repeated'] }),
  Relation: message({ read: ['Read', 2], project: ['Project', 3], sql: ['SQL', 10], collect_metrics: ['CollectMetrics', 29] }),
  SqlCommand: message({ input: ['Relation', 6] }),
  CreateDataFrameViewCommand: message({ input: ['Relation', 1], name: ['string', 2], is_global: ['bool', 3], replace: ['bool', 4] }),
  WriteOperation: message({
    input: ['Relation', 1],
    source: ['string', 2],
    path: ['string', 3],
    mode: ['int32', 5],
    partitioning_columns: ['string', 7, 'repeated'],
    options: ['map:string', 9],
  }),
  Command: message({
    write_operation: ['WriteOperation', 2],
    create_dataframe_view: ['CreateDataFrameViewCommand', 3],
    sql_command: ['SqlCommand', 5],
  }),
  Plan: message({ root: ['Relation', 1], command: ['Command', 2] }),
  ReattachOptions: message({ reattachable: ['bool', 1] }),
  RequestOption: message({ reattach_options: ['ReattachOptions', 1] }),
  ExecutePlanRequest: message({
    ...SESSION,
    plan: ['Plan', 3],
    client_type: ['string', 4],
    request_options: ['RequestOption', 5, 'repeated'],
    operation_id: ['string', 6],
  }),
  ReattachExecuteRequest: message({ ...SESSION, operation_id: ['string', 3], client_type: ['string', 4], last_response_id: ['string', 5] }),
  ReleaseAll: message({}),
  ReleaseExecuteRequest: message({
    ...SESSION,
    operation_id: ['string', 3],
    client_type: ['string', 4],
    release_all: ['ReleaseAll', 5],
  }),
  ReleaseExecuteResponse: message({ session_id: ['string', 1] }),
  ExecutePlanResponse: message(
    {
      session_id: ['string', 1],
      arrow_batch: ['ArrowBatch', 2],
      observed_metrics: ['ObservedMetrics', 6, 'repeated'],
      operation_id: ['string', 12],
      response_id: ['string', 13],
      result_complete: ['ResultComplete', 14],
      server_side_session_id: ['string', 15],
      execution_progress: ['ExecutionProgress', 18],
    },
    {
      ArrowBatch: message({ row_count: ['int64', 1], data: ['bytes', 2] }),
      // Literals of expressions; all that we ask for are whole numbers.
      ObservedMetrics: message({ values: ['Literal', 2, 'repeated'], keys: ['string', 3, 'repeated'] }),
      ResultComplete: message({}),
      ExecutionProgress: message(
        { stages: ['StageInfo', 1, 'repeated'], num_inflight_tasks: ['int64', 2] },
        {
          StageInfo: message({
            stage_id: ['int64', 1],
            num_tasks: ['int64', 2],
            num_completed_tasks: ['int64', 3],
            input_bytes_read: ['int64', 4],
            done: ['bool', 5],
          }),
        },
      ),
    },
  ),
  KeyValue: message({ key: ['string', 1], value: ['string', 2] }),
  SetPairs: message({ pairs: ['KeyValue', 1, 'repeated'] }),
  Operation: message({ set: ['SetPairs', 1] }),
  ConfigRequest: message({ ...SESSION, operation: ['Operation', 3], client_type: ['string', 4] }),
  ConfigResponse: message({ session_id: ['string', 1] }),
  InterruptRequest: message({ ...SESSION, client_type: ['string', 3], interrupt_type: ['int32', 4] }),
  InterruptResponse: message({ session_id: ['string', 1], interrupted_ids: ['string', 2, 'repeated'] }),
  ReleaseSessionRequest: message({ ...SESSION, client_type: ['string', 3] }),
  ReleaseSessionResponse: message({ session_id: ['string', 1] }),
  ArtifactChunk: message({ data: ['bytes', 1], crc: ['int64', 2] }),
  SingleChunkArtifact: message({ name: ['string', 1], data: ['ArtifactChunk', 2] }),
  Batch: message({ artifacts: ['SingleChunkArtifact', 1, 'repeated'] }),
  BeginChunkedArtifact: message({
    name: ['string', 1],
    total_bytes: ['int64', 2],
    num_chunks: ['int64', 3],
    initial_chunk: ['ArtifactChunk', 4],
  }),
  AddArtifactsRequest: message({
    ...SESSION,
    batch: ['Batch', 3],
    begin_chunk: ['BeginChunkedArtifact', 4],
    chunk: ['ArtifactChunk', 5],
    client_type: ['string', 6],
  }),
  ArtifactSummary: message({ name: ['string', 1], is_crc_successful: ['bool', 2] }),
  AddArtifactsResponse: message({ artifacts: ['ArtifactSummary', 1, 'repeated'] }),
}

const SERVICE = {
  methods: {
    ExecutePlan: rpc('ExecutePlanRequest', 'ExecutePlanResponse', { responseStream: true }),
    ReattachExecute: rpc('ReattachExecuteRequest', 'ExecutePlanResponse', { responseStream: true }),
    ReleaseExecute: rpc('ReleaseExecuteRequest', 'ReleaseExecuteResponse'),
    Config: rpc('ConfigRequest', 'ConfigResponse'),
    AddArtifacts: rpc('AddArtifactsRequest', 'AddArtifactsResponse', { requestStream: true }),
    Interrupt: rpc('InterruptRequest', 'InterruptResponse'),
    ReleaseSession: rpc('ReleaseSessionRequest', 'ReleaseSessionResponse'),
  },
}

/** As protobufjs reads it. */
export const PROTOCOL = { nested: { spark: { nested: { connect: { nested: { ...MESSAGES, SparkConnectService: SERVICE } } } } } }

/** Values of enumerations. */
export const OVERWRITE = 2
export const INTERRUPT_ALL = 1
