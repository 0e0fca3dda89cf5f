import { getMetadataArgsStorage } from 'typeorm';

/** A table's class; rows of the table have the type of its instances. */
export type Table<Row extends object> = new () => Row;

/** The rows of a table. */
export type RowOf<T extends Table<object>> = InstanceType<T>;

type Narrowed<Row extends object, Known extends Partial<Row>> = Omit<Row, keyof Known> & Known;

/**
 * The same table, with what its area knows of its open columns: the values of a text, the shape of a jsonb. Each must be a case of
 * what the entity says, or this does not compile.
 */
export function tableOf<Row extends object, Known extends Partial<Row>>(entity: Table<Row>): Table<Narrowed<Row, Known>> {
  return entity as unknown as Table<Narrowed<Row, Known>>;
}

declare const row: unique symbol;

/** A SELECT list; its type remembers which properties its rows have. */
export type Columns<Row> = string & { readonly [row]?: Row };

/** The rows of a SELECT list. */
export type Selected<C> = C extends Columns<infer Row> ? Row : never;

function columnNames(entity: Table<object>): [property: string, column: string][] {
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === entity);
  if (columns.length === 0) throw new Error(`${entity.name} is no entity`);
  return columns.map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]);
}

const listed = (names: [property: string, column: string][], alias: string): string => names
  .map(([property, column]) => `${alias}${column}${property === column ? '' : ` AS "${property}"`}`).join(', ');

const prefixed = (alias: string): string => (alias === '' ? '' : `${alias}.`);

/** Every column of a table under its property's name: `a.account_id AS "accountId", …`. */
export function columnsOf<Row extends object>(table: Table<Row>, alias = ''): Columns<Row> {
  return listed(columnNames(table), prefixed(alias));
}

/** As `columnsOf`, without some columns: those that are large, or nobody's to see. */
export function columnsWithout<Row extends object, K extends keyof Row & string>(
  table: Table<Row>, left: readonly K[], alias = '',
): Columns<Omit<Row, K>> {
  return listed(columnNames(table).filter(([property]) => !left.includes(property as K)), prefixed(alias));
}

/** As `columnsOf`, these columns only. */
export function columnsOnly<Row extends object, K extends keyof Row & string>(
  table: Table<Row>, wanted: readonly K[], alias = '',
): Columns<Pick<Row, K>> {
  return listed(columnNames(table).filter(([property]) => wanted.includes(property as K)), prefixed(alias));
}
