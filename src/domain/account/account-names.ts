/** The name of the account that the first start of the server creates. */
export const OWNER_NAME = 'Owner';
/** The name of accounts that a demo creates. */
export const DEMO_NAME = 'Demo';

/** True when a person chose the name of an account, so that listeners may see it. */
export const isNamedByPerson = (name: string): boolean => name.trim() !== '' && name !== OWNER_NAME && name !== DEMO_NAME;
