import { LIVE_FRAME_MS } from '../../craft/audio/live-encoder.js';
import { blurbOf as describeStory } from '../../craft/narrative/blurb.js';
import type { PerformedCredits } from '../../../entities/performance.js';
import type { PageSource } from '../source.js';
import type { MediaFile } from '../../kernel/storage/media-file.js';
import { titleCase } from '../../kernel/contract/listener-words.js';
import { pagePaths } from '../../kernel/contract/page-paths.js';
import type { PageCredit, PageFilm, PageTheater, ReadPage, ReadScene, ReadProgress, RoomPage, SceneStaging } from '../view.js';
import { speakerOf, type Screenplay } from '../../craft/screenplay/model.js';
import type { Services } from '../../kernel/services.js';
import type { ShownClip } from '../../domain/artifacts/clips/chosen-clips.js';
import { clipName } from '../../domain/artifacts/clips/clip-files.js';
import { choiceOf } from '../../domain/artifacts/film/film-choice.js';
import { filmFile, filmsOfLink } from '../../domain/artifacts/film/film-file.js';
import { formerRecording, isFormerName } from '../../domain/artifacts/finalize/former-recording-store.js';
import { listeningCopy, partName } from '../../domain/artifacts/shares/listening-copy.js';
import { openRoom } from '../../domain/artifacts/shares/live-start.js';
import { coverOfPart, isPictured, partOfPage } from './page-part.js';
import { planCredits } from '../../domain/artifacts/performance/performance-plan.js';
import { findPerformance, listPerformedLines, type PerformanceRow, type PerformedLine } from '../../domain/artifacts/performance/performance-store.js';
import { getWordsOfLines, type WordsOfLines } from '../../domain/artifacts/performance/performed-words.js';
import { performedPart, stageOf, type PerformedPart } from '../../domain/artifacts/performance/performed-part.js';
import { languageOf } from '../../domain/scripts/screenplay-language.js';
import { findThesis } from '../../domain/artifacts/read-store.js';
import { overlayValues } from '../../domain/artifacts/overlays/overlay.js';
import { changeMsInto, stagedScenes, type StagedScene } from '../../domain/artifacts/overlays/theater-scene.js';
import { tableReadKind } from '../../domain/artifacts/table-read-kind.js';
import { findLinkPicture, LINK_PICTURES, type LinkPicture } from '../../domain/artifacts/pictures/read-cover.js';
import { getReadArt, backdropOf, picturedCast, picturedStage, pictureOf, type ReadArt } from '../../domain/artifacts/pictures/read-pictures.js';
import { presentIn, type StagePresence } from '../../domain/artifacts/pictures/stage-people.js';
import type { RoomListeners } from '../../domain/artifacts/performance/room-listeners.js';
import { picturesMark } from '../../domain/artifacts/pictures/chosen-pictures.js';
import { placeWords } from '../wording.js';
import { findRoomMix, roomStreams, type LiveFeeds } from './room-pages.js';
import { findShownClip, withPortraitClips } from './portrait-clips.js';
import { stagingData } from './staging.js';
import { shareState, blurbOf } from './share-state.js';
import { getScreenplay } from '../../domain/scripts/screenplay-store.js';
import { findReadByRoomToken, findReadByShareToken, type SharedRead } from '../../domain/artifacts/shares/shared-read.js';

/**
 * For a programme, its thesis. For a drama, or a programme without one, a text written about the story, else sentences from its beginning that can be
 * understood alone and a question that it raises. Null without any of these.
 */
function storyWords({ mode, entries, narrationPolicy, cast }: Screenplay, thesis: string | null): string | null {
  if (mode !== 'drama' && thesis !== null) return thesis;
  const lines = entries.map((entry) => ({ kind: entry.kind, speaker: speakerOf(entry, narrationPolicy), text: entry.text }));
  return describeStory({ lines, people: cast.map(({ character }) => titleCase(character)), written: thesis });
}

function progressOf(row: PerformanceRow | null, { lines }: PerformedPart, { part, lineCount }: SharedRead): ReadProgress {
  const completedLines = part ? lines.length : row?.performedCount ?? 0;
  return { completedLines, totalLines: lineCount, nextAttemptAt: row?.nextAttemptAt?.toISOString() ?? null };
}

function timedEntries(screenplay: Screenplay, lines: readonly PerformedLine[], words: WordsOfLines, presence: StagePresence | undefined): ReadPage['entries'] {
  const present = presentIn(presence);
  const whole = new Set(presence?.whole);
  const times = new Map(lines.map((line) => [line.entryIndex, line]));
  return screenplay.entries.map((entry) => ({
    index: entry.index, sceneIndex: entry.sceneIndex, kind: entry.kind, character: speakerOf(entry, screenplay.narrationPolicy),
    parenthetical: entry.parenthetical ?? null, text: entry.text,
    startMs: times.get(entry.index)?.startMs ?? null, endMs: times.get(entry.index)?.endMs ?? null,
    words: times.has(entry.index) ? words.get(entry.index)?.words ?? null : null,
    ...(present.has(entry.index) ? { present: present.get(entry.index)! } : {}), ...(whole.has(entry.index) ? { isWhole: true } : {}),
  }));
}

function creditsOf(screenplay: Screenplay, { voiceMap }: SharedRead['read'], performed: PerformedCredits | null): PageCredit[] {
  const plan = planCredits(screenplay, voiceMap);
  return (['opening', 'closing'] as const).flatMap((place): PageCredit[] => {
    const heard = performed?.[place];
    const text = heard?.text ?? plan[place]?.text;
    return text === undefined ? [] : [{ place, text, startMs: heard?.startMs ?? null, endMs: heard?.endMs ?? null }];
  });
}

/**
 * The query of picture addresses. It changes when a script's link shows another read or part, or when other pictures are chosen, so that browsers do not show
 * cached pictures then.
 */
function pictureMark({ read, part, share }: SharedRead): string {
  const chosen = picturesMark(read);
  const shown = share ? [read.artifactId.slice(-8), read.revision, ...part ? [part.firstEntry, part.lastEntry] : []] : [];
  const marks = chosen ? [...shown, chosen] : shown;
  return marks.length > 0 ? `?v=${marks.join('-')}` : '';
}

/** A link that shares a read as audio has no stage, whatever the theater's settings are. */
function theaterOf({ read, share }: SharedRead): PageTheater {
  const { theater } = overlayValues(tableReadKind.overlays, read.overlays);
  return { ...theater, enabled: theater.enabled && share?.mode !== 'audio', title: theater.title ?? read.title };
}

const stagingOf = (scene: StagedScene | undefined, theater: PageTheater): { staging?: SceneStaging } =>
  (scene ? { staging: { summary: scene.summary, reveal: scene.textReveal ?? 'fade', changeMs: changeMsInto(scene, theater) } } : {});

const shownScene = (scene: Screenplay['scenes'][number], backdrop: ReadScene['backdrop'], staged: StagedScene | undefined, theater: PageTheater): ReadScene =>
  ({ ...scene, title: placeWords(scene.title), backdrop, ...stagingOf(staged, theater) });

const pageFilm = (token: string, { name, film: { choice } }: Awaited<ReturnType<typeof filmsOfLink>>[number]): PageFilm =>
  ({ url: pagePaths.media(token, name), isUpright: choiceOf(choice).aspect === '9:16' });
const clipUrls = (token: string) => ({ clipId }: ShownClip): string => pagePaths.media(token, clipName(clipId));

/** The movement on the stage of a link; null when there is none. */
const movingOf = (shared: SharedRead, screenplay: Screenplay, art: ReadArt) => stagingData({
  overlays: shared.read.overlays, screenplay, art, backgrounds: theaterOf(shared).backgrounds, clipUrl: clipUrls(shared.token),
});

/** Serves the players and live rooms from Postgres and the media store. Every call checks its token again. */
export function readPages(services: Services, feeds: LiveFeeds, listeners: RoomListeners): PageSource {
  const { db, store } = services;

  /** Link pictures show the whole read, so a link to a part has none. */
  const linkPicture = async ({ read, part }: SharedRead, name: LinkPicture): Promise<MediaFile | null> =>
    (part ? null : findLinkPicture(services, read, name));

  async function page(
    shared: SharedRead, row: PerformanceRow | null,
    { lines, durationMs, complete }: { lines: readonly PerformedLine[]; durationMs: number | null; complete: boolean },
  ): Promise<ReadPage> {
    const { read, token, part, share } = shared;
    const [screenplay, thesis, art, films, preview, artwork] = await Promise.all([
      getScreenplay(store, read.scriptKey), findThesis(db, read.jobId), getReadArt(services, read), filmsOfLink(services, shared),
      linkPicture(shared, 'preview.jpg'), linkPicture(shared, 'artwork.jpg'),
    ]);
    const words = await getWordsOfLines(store, { artifactId: read.artifactId, revision: read.revision, complete }, screenplay.entries, lines);
    const urlOf = (name: string): string => pagePaths.picture(token, name) + pictureMark(shared);
    const staged = stagedScenes(read.overlays);
    const staging = movingOf(shared, screenplay, art);
    const whole: ReadPage = {
      token, state: shared.lineCount === 0 ? 'empty' : 'ready', progress: null, requestId: read.requestId, title: read.title,
      share: share && { audience: share.audience, part: partName(shared) }, theater: theaterOf(shared),
      author: screenplay.author ? `by ${screenplay.author}` : null, blurb: blurbOf(storyWords(screenplay, thesis)), language: await languageOf(screenplay), mode: screenplay.mode,
      scenes: screenplay.scenes.map((scene) => shownScene(scene, backdropOf(art, urlOf, scene.index), staged.get(scene.index), theaterOf(shared))),
      entries: timedEntries(screenplay, lines, words, art.presence), credits: creditsOf(screenplay, read, row?.credits ?? null),
      ...picturedStage(art, urlOf, screenplay),
      cast: [...await withPortraitClips(db, picturedCast(art, urlOf, screenplay, read.voiceMap), { read, screenplay, clipUrl: clipUrls(token) })],
      cover: { url: urlOf('cover.svg'), alt: `Cover of ${read.title}` },
      durationMs, audioUrl: null, mixer: null, films: films.map((film) => pageFilm(token, film)), vttUrl: null,
      ...staging ? { staging } : {},
      startLiveUrl: pagePaths.startLive(), expiresAt: read.shareExpiresAt.toISOString(),
      indexable: share?.audience === 'public', previewImage: preview && { url: services.config.appUrl + pagePaths.media(token, 'preview.jpg'), widthPx: 1_200, heightPx: 630 },
      artworkUrl: artwork && pagePaths.media(token, 'artwork.jpg'),
    };
    return part ? partOfPage(whole, part) : whole;
  }

  async function performed({ read, part }: SharedRead): Promise<{ row: PerformanceRow | null; performance: PerformedPart }> {
    // The row is loaded first, so that at least as many lines are loaded as it counts.
    const row = await findPerformance(db, read.artifactId, read.revision);
    return { row, performance: performedPart(part, row, await listPerformedLines(db, read.artifactId, read.revision)) };
  }

  return {
    async findReadByToken(token) {
      const shared = await findReadByShareToken(services, token);
      if (!shared) return null;
      const [copy, row] = await Promise.all([listeningCopy(services, shared), findPerformance(db, shared.read.artifactId, shared.read.revision)]);
      if (copy) {
        const audioUrl = pagePaths.media(token, copy.name);
        const mixer = copy.mixer && { url: pagePaths.media(token, copy.mixer.name), parts: copy.mixer.parts };
        return { ...await page(shared, row, { ...copy, complete: shared.part === null }), audioUrl, soundUrl: `${audioUrl}?sound`, mixer, vttUrl: pagePaths.captions(token) };
      }
      const state = shareState(shared.lineCount, row, new Date());
      const progress = state === 'ready' ? null : progressOf(row, (await performed(shared)).performance, shared);
      return { ...await page(shared, row, { lines: [], durationMs: null, complete: false }), state, progress };
    },

    async roomByToken(roomToken): Promise<RoomPage | null> {
      const shared = await findReadByRoomToken(services, roomToken);
      if (!shared) return null;
      const { row, performance } = await performed(shared);
      const mix = await findRoomMix(services, shared);
      return {
        roomToken, read: await page(shared, row, { ...performance, complete: row?.status === 'complete' }),
        // A browser can seek by itself only in a complete file, so an unfinished mix counts as performing.
        stage: mix && !mix.completedAt ? 'performing' : stageOf(row, performance),
        progress: progressOf(row, performance, shared),
        audioUrl: pagePaths.roomAudio(roomToken), eventsUrl: pagePaths.roomEvents(roomToken), clockUrl: pagePaths.roomClock(roomToken),
        audioFrameMs: LIVE_FRAME_MS,
      };
    },

    ...roomStreams(services, feeds, listeners),

    async startLive(token) {
      const shared = await findReadByShareToken(services, token);
      return shared && openRoom(services, shared);
    },

    async picture(token, name) {
      const shared = await findReadByShareToken(services, token) ?? await findReadByRoomToken(services, token);
      if (!shared?.part) return pictureOf(services, shared?.read ?? null, name);
      const screenplay = await getScreenplay(store, shared.read.scriptKey);
      if (!isPictured(screenplay, shared.part, name, await getReadArt(services, shared.read))) return null;
      return pictureOf(services, shared.read, name, coverOfPart(screenplay, shared.part, partName(shared)!));
    },

    async media(token, name) {
      const shared = await findReadByShareToken(services, token);
      const picture = LINK_PICTURES.find((known) => known === name);
      if (picture) return shared && linkPicture(shared, picture);
      if (name.endsWith('.mp4')) return shared && (await filmFile(services, shared, name) ?? findShownClip(services, shared, name));
      if (isFormerName(name)) return shared && !shared.part ? formerRecording(services, shared.read, name) : null;
      const copy = shared && await listeningCopy(services, shared);
      if (copy?.mixer?.name === name) return copy.mixer.file;
      return copy?.name === name ? copy.file : null;
    },
  };
}
