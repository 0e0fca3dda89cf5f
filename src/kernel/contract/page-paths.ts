/** Paths of the pages below the app URL, defined only here. */
export const pagePaths = {
  pitchDeck: (token: string) => `/share/pitch-deck/${encodeURIComponent(token)}`,
  pitchDeckFilm: (token: string) => `/share/pitch-deck/${encodeURIComponent(token)}/film.mp4`,
  pitchDeckCaptions: (token: string) => `/share/pitch-deck/${encodeURIComponent(token)}/captions.vtt`,
  pitchDeckPdf: (token: string) => `/share/pitch-deck/${encodeURIComponent(token)}/deck.pdf`,
  pitchDeckWatched: (token: string) => `/share/pitch-deck/${encodeURIComponent(token)}/watched`,
  theater: (token: string) => `/share/table-read/${encodeURIComponent(token)}`,
  fullscreen: (token: string) => `/share/table-read/${encodeURIComponent(token)}?view=fullscreen`,
  audio: (token: string) => `/share/table-read/${encodeURIComponent(token)}/audio`,
  qrCode: (token: string) => `/share/table-read/${encodeURIComponent(token)}/qr.svg`,
  state: (token: string) => `/share/table-read/${encodeURIComponent(token)}/state`,
  captions: (token: string) => `/share/table-read/${encodeURIComponent(token)}/captions.vtt`,
  media: (token: string, name: string) => `/share/table-read/${encodeURIComponent(token)}/media/${encodeURIComponent(name)}`,
  /** Takes a share token or a room token. */
  picture: (token: string, name: string) => `/share/table-read/${encodeURIComponent(token)}/pictures/${encodeURIComponent(name)}`,
  startLive: () => '/live/start',
  room: (roomToken: string) => `/live/${encodeURIComponent(roomToken)}`,
  roomEvents: (roomToken: string) => `/live/${encodeURIComponent(roomToken)}/events`,
  roomClock: (roomToken: string) => `/live/${encodeURIComponent(roomToken)}/clock`,
  /** Documentation of an error code: its meaning and the remedy. */
  errorDocs: (code: string) => `/docs/errors#${code}`,
  roomAudio: (roomToken: string) => `/live/${encodeURIComponent(roomToken)}/audio.mp3`,
} as const;

/** Path of an image of a project. */
export const imagePath = (imageId: string, extension: string): string => `/images/${imageId}.${extension}`;

/** Path of a sound of the catalogue. */
export const soundPath = (soundId: string): string => `/sounds/${soundId}.wav`;

/** Path of the audio player of a read: the share link itself when that link opens the player and not the theater. */
export const listenPath = ({ token, theater }: { token: string; theater: { enabled: boolean } }): string =>
  (theater.enabled ? pagePaths.audio(token) : pagePaths.theater(token));
