/** The name of the account that the first start makes. */
export const OWNER_NAME = 'Owner';
/** The name of an account that a demo makes. */
export const DEMO_NAME = 'Demo';

/** Whether a person chose the name of an account, so that it may be shown to listeners. */
export const isNamedByPerson = (name: string): boolean => name.trim() !== '' && name !== OWNER_NAME && name !== DEMO_NAME;
