/** Where Debian's packages install fonts for Chinese, Japanese and Korean with TrueType outlines. They are too large to be shipped. */
export const INSTALLED_FONTS: readonly string[] = [
  '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf', '/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf',
  '/usr/share/fonts/truetype/nanum/NanumGothicCoding.ttf', '/usr/share/fonts/truetype/nanum/NanumGothic.ttf',
  '/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc',
];
