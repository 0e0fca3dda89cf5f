import { byId } from './dom.js';
import { readPref, writePref } from './prefs.js';

export interface KeyActions {
  toggle: () => void;
  previous: () => void;
  next: () => void;
  /** Steps of 15 s, negative for back. */
  skip: (steps: number) => void;
  volume: (steps: number) => void;
  find: () => void;
  start: () => void;
  end: () => void;
  captions: () => void;
  mute: () => void;
  full: () => void;
  speed: (steps: number) => void;
}

/** Keyboard shortcuts. They do not apply in fields, on tabs or with modifiers; Space and Enter on a control keep their usual meaning. */
export function wireKeys(actions: KeyActions): void {
  const letters = byId<HTMLInputElement>('letter-keys');
  const dialog = byId<HTMLDialogElement>('keys');
  letters.checked = readPref('letter-keys') !== 'off';
  letters.addEventListener('change', () => writePref('letter-keys', letters.checked ? 'on' : 'off'));
  const named: Record<string, () => void> = {
    ' ': actions.toggle, ArrowLeft: actions.previous, ArrowRight: actions.next, Home: actions.start, End: actions.end,
  };
  const characters: Record<string, () => void> = {
    k: actions.toggle, j: () => actions.skip(-1), l: () => actions.skip(1), '/': actions.find, c: actions.captions, m: actions.mute, f: actions.full,
    '[': () => actions.speed(-1), ']': () => actions.speed(1), '?': () => dialog.showModal(),
  };
  addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (target.matches('input, select, textarea, [role=tab]') || target.isContentEditable) return;
    if (event.key === ' ' && target.matches('button, a')) return;
    const louder = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (louder !== undefined && event.shiftKey) {
      event.preventDefault();
      return actions.volume(louder);
    }
    const action = named[event.key] ?? (letters.checked ? characters[event.key.toLowerCase()] : undefined);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
