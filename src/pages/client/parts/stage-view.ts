import type { ClientCredit, ClientEntry, ClientScene, ClientStop, PlayerData } from '../../client-data.js';
import { byId, maybe } from './dom.js';
import { captionParts, MAX_CAPTION, type CaptionPart } from '../../../craft/stage/caption-parts.js';
import { MAX_ON_NARROW_STAGE, MAX_ON_STAGE, stageAt, type StageMoment } from '../../../craft/stage/stage-plan.js';
import type { TimedEntry } from './timeline.js';
import { timedWords, type WordMark } from '../word-mark.js';

/** Plays further movement on the stage. Set by `staging.js`, which only the pages of reads with something to move load. */
declare global { var staging: ((entry: TimedEntry | null, ms: number) => void) | undefined; }

/** Two lines of a caption on a narrow page hold this many characters for each pixel of its width. */
const CHARS_PER_PIXEL = 0.165;

/** Lights the speaker, keeps the right people on stage, changes the backdrop and sets the captions. */
export class StageView {
  private readonly stage = maybe('stage');
  private readonly actors = [...document.querySelectorAll<HTMLElement>('.actor')];
  private readonly castList = [...document.querySelectorAll<HTMLElement>('.credit')];
  private entry: TimedEntry | null = null;
  /** The credits that are heard instead of a line. */
  private credit: ClientCredit | null = null;
  private sceneIndex = -1;
  /** The place of the people within the scene; undefined when it is the place of the scene itself. */
  private stop: ClientStop | undefined;
  /** The drawn people, and how they look at first. */
  private readonly busts = new Map<string, { image: HTMLImageElement; first: { url: string; alt: string } }>();
  private chunks: CaptionPart[] = [];
  /** The captions of the line that is heard at the same time. */
  private besideChunks: CaptionPart[] = [];
  private chunk = '';
  /** The scene whose pictures have been fetched ahead. */
  private prepared = -1;

  constructor(private readonly data: PlayerData, private readonly mark: WordMark) {
    const [first] = data.entries;
    for (const actor of this.actors) {
      const bust = actor.querySelector<HTMLImageElement>('img.bust');
      if (bust) this.busts.set(actor.dataset.name ?? '', { image: bust, first: { url: bust.getAttribute('src') ?? '', alt: bust.alt } });
    }
    if (this.stage && first) this.gather(this.momentOf(first));
  }

  setState(state: 'start' | 'opening' | 'playing'): void {
    if (this.stage) this.stage.dataset.state = state;
  }

  /** Shows the entry at a time, and the one that is heard at the same time (`beside`); cheap when nothing changed. */
  show(entry: TimedEntry | null, ms: number, beside: TimedEntry | null = null): void {
    const credit = this.creditAt(entry, ms);
    if (entry?.index !== this.entry?.index || credit !== this.credit) this.change(entry, credit, beside);
    if (!this.stage) return;
    globalThis.staging?.(entry, ms);
    const due = this.chunks.filter((chunk) => chunk.fromMs <= ms).pop() ?? this.chunks[0];
    const other = this.besideChunks.filter((chunk) => chunk.fromMs <= ms).pop()?.text;
    const text = [other, due?.text ?? ''].filter((part) => part !== undefined).join(' / ');
    if (text !== this.chunk) {
      this.chunk = text;
      byId('caption-say').textContent = text;
    }
    this.mark.show('caption', byId('caption-say'), other === undefined ? due?.words ?? [] : [], ms);
  }

  /** The credits that have begun at this time and that no line has followed. */
  private creditAt(entry: TimedEntry | null, ms: number): ClientCredit | null {
    return this.data.credits.findLast(({ startMs }) => startMs <= ms && startMs > (entry?.startMs ?? -1)) ?? null;
  }

  private change(entry: TimedEntry | null, credit: ClientCredit | null, beside: TimedEntry | null): void {
    this.entry = entry;
    this.credit = credit;
    const heard = credit ?? (entry && { ...entry, words: timedWords(entry) });
    const room = Math.min(MAX_CAPTION, Math.floor(innerWidth * CHARS_PER_PIXEL)) / (beside ? 2 : 1);
    this.chunks = heard ? captionParts(heard, Math.floor(room)) : [];
    this.besideChunks = beside ? captionParts({ ...beside, words: timedWords(beside) }, Math.floor(room)) : [];
    for (const member of this.castList) member.toggleAttribute('data-on', credit === null && (member.dataset.name === entry?.character || (beside !== null && member.dataset.name === beside.character)));
    if (!this.stage) return;
    const moment = entry && this.momentOf(entry);
    const stop = entry ? this.data.stops.findLast((one) => one.sceneIndex === entry.sceneIndex && one.entryIndex <= entry.index) : this.stop;
    const moves = stop !== this.stop;
    this.stop = stop;
    if (moment && moment.sceneIndex !== this.sceneIndex) this.changeScene(moment.sceneIndex);
    else if (moves) this.move();
    if (entry && moment) {
      this.dress(entry);
      this.gather(moment);
      this.prepare(entry);
    }
    const speaker = credit ? null : moment?.speaker;
    const other = beside?.character ?? null;
    for (const actor of this.actors) actor.toggleAttribute('data-on', actor.dataset.name === speaker || (other !== null && actor.dataset.name === other));
    this.stage.toggleAttribute('data-narrated', speaker === null);
    this.stage.toggleAttribute('data-nobody', !speaker);
    byId('caption-who').textContent = [other, speaker].filter((name, at, names) => name && names.indexOf(name) === at).join(' / ');
  }

  private changeScene(sceneIndex: number): void {
    this.sceneIndex = sceneIndex;
    const scene = this.data.scenes.find((candidate) => candidate.index === sceneIndex);
    if (!scene) return;
    byId('surtitle-number').textContent = `Scene ${scene.index + 1}`;
    byId('surtitle-title').textContent = scene.title;
    this.stage?.style.setProperty('--scene-change', `${scene.changeMs}ms`);
    const summary = byId('summary');
    summary.textContent = scene.summary;
    summary.className = scene.reveal;
    // Inserting the element again restarts its animation.
    summary.before(summary);
    this.move();
  }

  /** Shows the place where the people of the scene are now. */
  private move(): void {
    const scene = this.data.scenes.find((candidate) => candidate.index === this.sceneIndex);
    if (scene) void this.changeBackdrop(scene, this.stop?.backdrop ?? scene.backdrop);
  }

  /** Cross-fades to a scene's place; its drawing is decoded first, so that nothing flashes. */
  private async changeBackdrop(scene: ClientScene, backdrop: ClientScene['backdrop']): Promise<void> {
    const shown = this.stage?.querySelector<HTMLElement>('.backdrop[data-shown]');
    const spare = this.stage?.querySelector<HTMLElement>('.backdrop:not([data-shown])');
    const image = spare?.querySelector('img');
    if (!shown || !spare || !image) return;
    const url = backdrop?.url ?? null;
    if (shown.dataset.mood === scene.mood && shown.querySelector('img')?.getAttribute('src') === url) return;
    spare.dataset.mood = scene.mood;
    image.hidden = url === null;
    image.alt = backdrop?.alt ?? '';
    if (url === null) image.removeAttribute('src');
    else image.src = url;
    // When a picture does not load, the light of the scene's mood is shown without it.
    if (url !== null) await image.decode().catch(() => { image.hidden = true; });
    if (this.sceneIndex !== scene.index || url !== ((this.stop?.backdrop ?? scene.backdrop)?.url ?? null)) return;
    spare.setAttribute('data-shown', '');
    shown.removeAttribute('data-shown');
  }

  /** Fetches what the next scene shows, once this one is half over. */
  private prepare(entry: TimedEntry): void {
    const own = this.data.entries.filter((line) => line.sceneIndex === entry.sceneIndex);
    const next = this.data.scenes[this.data.scenes.findIndex((scene) => scene.index === entry.sceneIndex) + 1];
    const done = own.findIndex((line) => line.index === entry.index);
    if (!next || this.prepared === next.index || done < own.length / 2) return;
    this.prepared = next.index;
    if (next.backdrop) new Image().src = next.backdrop.url;
    const speaking = new Set(this.data.entries.filter((line) => line.sceneIndex === next.index).flatMap((line) => [line.character, ...line.present ?? []]));
    for (const actor of this.actors) if (speaking.has(actor.dataset.name ?? '')) actor.querySelector('img')?.removeAttribute('loading');
  }

  /** Shows each person with the appearance that applies at this line of the scene, or else with their first one. */
  private dress({ sceneIndex, index }: ClientEntry): void {
    if (this.data.dress.length === 0) return;
    const worn = this.data.dress.findLast((one) => one.sceneIndex === sceneIndex && one.entryIndex <= index)?.busts ?? {};
    for (const [name, { image, first }] of this.busts) {
      const { url, alt } = worn[name] ?? first;
      if (image.getAttribute('src') !== url) Object.assign(image, { src: url, alt });
    }
  }

  /** Puts the people of a line in their places. */
  private gather({ standing }: StageMoment): void {
    let place = 0;
    for (const actor of this.actors) {
      actor.hidden = !standing.includes(actor.dataset.name ?? '');
      if (!actor.hidden) actor.dataset.place = String(place++);
    }
    byId('cast').dataset.n = String(standing.length);
    byId('cast').hidden = standing.length === 0;
  }

  private momentOf(entry: ClientEntry): StageMoment {
    const limit = matchMedia('(max-width: 900px)').matches ? MAX_ON_NARROW_STAGE : MAX_ON_STAGE;
    return stageAt(this.data.entries, entry, this.data, limit);
  }
}
