/**
 * SQL of a journal row's id, which is a function of the columns that make the row unique, so that a repeat gets the same id.
 * Arguments are SQL expressions.
 */
export function entryIdSql(key: { kind: string; bucket: string; refType: string; refId: string; epoch: string; line: string }): string {
  const { kind, bucket, refType, refId, epoch, line } = key;
  return `'led_' || left(md5(concat_ws('|', ${kind}, ${bucket}, ${refType}, ${refId}, ${epoch}, ${line})), 26)`;
}

export const ENTRY_COLUMNS = 'entry_id, account_id, kind, credits, bucket, ref_type, ref_id, epoch, line';
