import { getMetadataArgsStorage, LessThan, type FindOperator } from 'typeorm';

/** The class of a table; its instances have the type of the rows. */
export type Table<Row extends object> = new () => Row;

/**
 * The row type of an entity with narrower types for some columns: for example a text with a few allowed values, or a jsonb with a shape. A type that is not a
 * subtype of the column's type does not compile.
 */
export type Known<Entity extends object, Less extends Partial<Entity>> = Omit<Entity, keyof Less> & Less;

/** The table of an entity whose rows have the narrower type `Row`. */
export function tableOf<Entity extends object, Row extends Entity>(entity: Table<Entity>): Table<Row> {
  return entity as unknown as Table<Row>;
}

declare const selected: unique symbol;

/** A SELECT list with the type of its rows. */
export type Columns<Row> = string & { readonly [selected]?: Row };

/** A row of a SELECT list. */
export type Selected<C> = C extends Columns<infer Row> ? Row : never;

interface NamedColumn { property: string; name: string; column: string }

function columnsWanted(entity: Table<object>, alias: string, isWanted: (property: string) => boolean): NamedColumn[] {
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === entity);
  if (columns.length === 0) throw new Error(`${entity.name} is no entity`);
  return columns.filter(({ propertyName }) => isWanted(propertyName))
    .map(({ propertyName: property, options: { name = property } }) => ({ property, name, column: `${alias}${alias && '.'}${name}` }));
}

const listOf = (...[entity, alias, isWanted]: Parameters<typeof columnsWanted>): string => columnsWanted(entity, alias, isWanted)
  .map(({ property, name, column }) => (name === property ? column : `${column} AS "${property}"`)).join(', ');

/** Every column of a table under its property's name: `a.account_id AS "accountId", …`. */
export function columnsOf<Row extends object>(table: Table<Row>, alias = ''): Columns<Row> {
  return listOf(table, alias, () => true);
}

/** Like `columnsOf`, without the columns in `left`. */
export function columnsWithout<Row extends object, K extends keyof Row & string>(
  table: Table<Row>, left: readonly K[], alias = '',
): Columns<Omit<Row, K>> {
  const names: readonly string[] = left;
  return listOf(table, alias, (property) => !names.includes(property));
}

/** Like `columnsOf`, with only the columns in `wanted`. */
export function columnsOnly<Row extends object, K extends keyof Row & string>(
  table: Table<Row>, wanted: readonly K[], alias = '',
): Columns<Pick<Row, K>> {
  const names: readonly string[] = wanted;
  return listOf(table, alias, (property) => names.includes(property));
}

type Json<Value> = Value extends Date ? string : Value;

/** SQL of one JSON object with these columns of a table under their property names; times become texts. */
export function jsonOf<Row extends object, K extends keyof Row & string>(
  table: Table<Row>, wanted: readonly K[], alias: string,
): Columns<{ [P in K]: Json<Row[P]> }> {
  const names: readonly string[] = wanted;
  const pairs = columnsWanted(table, alias, (property) => names.includes(property)).map(({ property, column }) => `'${property}', ${column}`);
  return `jsonb_build_object(${pairs.join(', ')})`;
}

/** The database's clock, for a column of an insert or update. */
export const now = (): string => 'now()';

/** The condition for a page, newest first, that starts after `id`, or at the beginning for null. */
export function olderThan(id: string | null): { id?: FindOperator<string> } {
  return id === null ? {} : { id: LessThan(id) };
}

/** The `ILIKE` pattern for texts that contain these words literally. */
export const containing = (words: string): string => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
