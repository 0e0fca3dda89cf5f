/** Storage throws in frames whose site data is blocked; then a choice lasts as long as the page. */
const memory = new Map<string, string>();

export function readPref(name: 'captions' | 'speed' | 'letter-keys'): string | null {
  try {
    return localStorage.getItem(`proscenium.${name}`) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function writePref(name: 'captions' | 'speed' | 'letter-keys', value: string): void {
  memory.set(name, value);
  try {
    localStorage.setItem(`proscenium.${name}`, value);
  } catch {
    // Kept in memory only.
  }
}
