export type Preference = 'captions' | 'speed' | 'volume' | 'letter-keys' | 'theme' | 'places' | 'mixer';

/** Storage throws in frames whose site data is blocked; then a choice lasts as long as the page. */
const memory = new Map<string, string>();

export function readPref(name: Preference): string | null {
  try {
    return localStorage.getItem(`proscenium.${name}`) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function writePref(name: Preference, value: string): void {
  memory.set(name, value);
  try {
    localStorage.setItem(`proscenium.${name}`, value);
  } catch {
    // Storage is blocked, so the choice is kept in memory only.
  }
}
