/** SQLSTATE of a table that does not exist. */
export const NO_TABLE = '42P01';

/** What an operator does about a fault of the database, by SQLSTATE. */
export const DATABASE_FIXES: Readonly<Record<string, string>> = {
  [NO_TABLE]: 'Run `proscenium migrate`: the database lacks tables.',
  '3D000': 'Create that database and run `proscenium migrate`, or correct DATABASE_URL.',
  '28000': 'Correct the user in DATABASE_URL.', '28P01': 'Correct the user and the password in DATABASE_URL.',
};
