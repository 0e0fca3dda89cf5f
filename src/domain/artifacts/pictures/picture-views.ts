import { describePlace } from '../../../craft/images/places/place.js';
import { EMBEDDED_IMAGES } from '../../../craft/images/engines/embedded-images.js';
import { pagePaths } from '../../../kernel/contract/page-paths.js';
import { requestStatuses, statusOf } from '../../../kernel/families/candidates/candidate-view.js';
import type { Services } from '../../../kernel/services.js';
import { imageUrlOf } from '../../canon/images/project-images.js';
import type { ArtifactRow } from '../artifact-store.js';
import { lightKeyOf, picturesMark, picturesOf, type ShownImage } from './chosen-pictures.js';
import type { DrawnRead } from './drawn-read.js';
import { nounsOf } from './nouns.js';
import type { PictureRequest, WantedNoun } from './picture-brief.js';
import { platesOf } from './plates.js';

const DOING = 'rendering';
/** The states of a picture in the API. */
export const PICTURE_STATUSES = ['none', ...requestStatuses(DOING)] as const;
export type PictureStatus = (typeof PICTURE_STATUSES)[number];

/** The state of a request, as a state of its picture. */
export const pictureStatusOf = ({ status }: Pick<PictureRequest, 'status'>): Exclude<PictureStatus, 'none'> => statusOf(status, DOING);

type Addressed = Pick<Services, 'config' | 'tokens'>;

/** Returns a function that makes the addresses of a read's drawings; it gives null while the read has no link. */
export function drawingUrls({ config, tokens }: Addressed, row: Pick<ArtifactRow, 'id' | 'shareExpiresAt' | 'overlays'>): (name: string) => string | null {
  const token = row.shareExpiresAt && tokens.sign('share', row.id, row.shareExpiresAt);
  const mark = picturesMark(row);
  return (name) => (token ? `${config.appUrl}${pagePaths.picture(token, name)}${mark && `?v=${mark}`}` : null);
}

/** The public address of an image. */
export const shownUrl = (services: Pick<Services, 'config'>, { imageId, mime }: Pick<ShownImage, 'imageId' | 'mime'>): string => imageUrlOf(services, { id: imageId, mime });

const statusFor = (requests: readonly PictureRequest[], key: string): PictureStatus | null => {
  const request = requests.find(({ brief }) => brief.key === key);
  return request ? pictureStatusOf(request) : null;
};

/** The `LocationPlate`s of the API. */
export function viewPlates(services: Addressed, row: ArtifactRow, { art, chosen, screenplay }: DrawnRead, requests: readonly PictureRequest[]) {
  const drawing = drawingUrls(services, row);
  return platesOf(art.places, screenplay).map(({ plateKey, name, description, sceneIndexes }) => {
    const images = chosen.plates[plateKey]?.images ?? {};
    const scenes = sceneIndexes.map((sceneIndex) => {
      const place = art.places[sceneIndex]!;
      const image = images[lightKeyOf(place)];
      return {
        sceneIndex, title: screenplay.scenes[sceneIndex]!.title, description: image?.description ?? describePlace(place),
        imageUrl: image ? shownUrl(services, image) : drawing(`scene-${sceneIndex}.svg`),
      };
    });
    return {
      plateKey, name, description, imageUrl: scenes[0]!.imageUrl, provider: Object.values(images)[0]?.provider ?? EMBEDDED_IMAGES,
      status: statusFor(requests, `plate:${plateKey}`) ?? 'ready' as const, scenes,
    };
  });
}

/** The `Noun`s of the API: those that the read names, and others for which a picture was requested. */
export function viewNouns(services: Addressed, { art, chosen, screenplay }: DrawnRead, requests: readonly PictureRequest[]) {
  const nouns = nounsOf(screenplay, art);
  const order = requests.find(({ brief }) => brief.purpose === 'nouns');
  const wanted = order?.brief.purpose === 'nouns' ? order.brief.nouns : [];
  const asked = wanted.map(({ nounKey }) => nounKey);
  const beside = new Map<string, Pick<WantedNoun, 'label' | 'kind'>>([...Object.entries(chosen.nouns), ...wanted.map((noun) => [noun.nounKey, noun] as const)]);
  const others = [...beside].filter(([key]) => !nouns.some(({ nounKey }) => nounKey === key))
    .map(([nounKey, { label, kind }]) => ({ nounKey, label, kind, entries: [] }));
  return [...nouns, ...others].map(({ nounKey, label, kind, entries }) => {
    const image = chosen.nouns[nounKey]?.image;
    const state = order && asked.includes(nounKey) ? pictureStatusOf(order) : null;
    return {
      nounKey, label, kind, entries: [...entries], imageUrl: image ? shownUrl(services, image) : null, description: image?.description ?? null,
      provider: image?.provider ?? null, status: state === 'ready' || state === null ? image ? 'ready' as const : 'none' as const : state,
    };
  });
}

/** Portrait and figure of a person for the cast of a read: what was chosen, and the state of newer requests. */
export function viewPerson(services: Addressed, row: ArtifactRow, { person, seat }: { person: string; seat: number }, requests: readonly PictureRequest[]) {
  const chosen = picturesOf(row);
  const portrait = chosen.portraits[person];
  const figure = chosen.figures[person];
  return {
    /** Undefined when nothing was chosen. */
    avatarUrl: portrait && (portrait.image ? shownUrl(services, portrait.image) : drawingUrls(services, row)(`face-${seat}.svg`)),
    avatarStatus: statusFor(requests, `avatar:${person}`), style: portrait?.style ?? null,
    figureUrl: figure ? shownUrl(services, figure.image) : null, figureStatus: statusFor(requests, `figure:${person}`) ?? 'none' as const,
  };
}
