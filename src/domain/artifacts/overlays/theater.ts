import Type from 'typebox';
import { nullable, oneOf } from '../../../kernel/contract/models.js';
import { VISIBLE } from '../../../kernel/contract/texts/visible-text.js';
import { setting } from '../../../kernel/families/settings/setting.js';

const words = (description: string) =>
  nullable(Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE }), { default: null, description });

/** How the stage of a table read looks. Pages apply a change from the next request on. */
export const theater = setting('theater', 'the theater settings', {
  enabled: Type.Boolean({
    default: true, description: 'When false, every link opens the audio player, and other sites cannot embed the stage',
  }),
  title: words('What the theater is headed; null for the title of the artifact'),
  subtitle: words('Shown below the title, but not on the page of a part'),
  titleLayout: oneOf(['bar', 'card'], {
    default: 'bar', description: '`bar`: above the stage only. `card`: on the stage too until the read starts, also in embeds',
  }),
  backgrounds: oneOf(['drawn', 'light'], { default: 'drawn', description: 'The drawing of each scene\'s place, or only its light' }),
  transition: oneOf(['fade', 'cut'], { default: 'fade', description: 'From one scene\'s background to the next' }),
  transitionMs: Type.Integer({ minimum: 100, maximum: 5000, default: 600, description: 'Length of a fade, in milliseconds' }),
  nounImagery: oneOf(['off', 'insets'], {
    default: 'off', description: '`insets`: the pictures of things and animals that `noun-imagery` made come up with the line that names them first in a scene',
  }),
}, {
  effects: {
    enabled: 'the theater page', title: 'its title', subtitle: 'its subtitle', titleLayout: 'where the title is shown', backgrounds: 'what is behind it',
    transition: 'between scenes', transitionMs: 'between scenes', nounImagery: 'whether pictures of what is named come up',
  },
  example: { title: 'The Lighthouse', subtitle: 'A ghost story', transition: 'fade', transitionMs: 600, expectedVersion: 0 },
  note: 'Planned, and refused as unknown fields until then: backgrounds of the owner\'s own, scene visuals, style sets, fonts, layouts, '
    + 'presentation of the dialogue and imagery of nouns in the place of backgrounds.',
});
