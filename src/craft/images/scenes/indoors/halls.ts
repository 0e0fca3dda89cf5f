import { lch, lighten, mix, toLch } from '../../colour.js';
import { p } from '../../svg.js';
import { pendant } from './furniture.js';
import { room, windowAt } from './room.js';
import { HEIGHT, WIDTH, type SceneContext } from '../scene.js';

const GLASS_HUES = [25, 80, 145, 240, 270, 300] as const;

function stainedGlass(scene: SceneContext, x: number, y: number, width: number, height: number): void {
  const { draw, random, accent, at, isDark } = scene;
  const outline = (grow: number) => p`M${x - grow} ${y + height + grow}V${y + 110}Q${x - grow} ${y - grow} ${x + width / 2} ${y - 40 - grow}`
    + p`Q${x + width + grow} ${y - grow} ${x + width + grow} ${y + 110}V${y + height + grow}Z`;
  draw.path(outline(14), at(0.8));
  draw.clipped(outline(0), () => {
    for (let column = 0; column < 6; column++) {
      for (let row = 0; row < 11; row++) {
        draw.rect(x + column * 37, y - 40 + row * 36, 35, 34, lch(isDark ? 0.46 : 0.7, 0.15, random.pick([...GLASS_HUES, toLch(accent)[2]])));
      }
    }
    draw.disc(x + width / 2, y + 90, 66, lch(isDark ? 0.56 : 0.87, 0.12, 85)).disc(x + width / 2, y + 90, 44, lch(0.5, 0.16, 25))
      .line(p`M${x + width / 2} ${y - 40}V${y + height}M${x} ${y + 180}H${x + width}`, at(0.9), 7);
  });
}

export function church(scene: SceneContext): void {
  const { draw, accent, light, isDark, isNight } = scene;
  const here = room(scene, { wall: '#bda88b', floor: '#96887a', pattern: 'tile', side: 330, top: 20, bottom: 600 });
  for (const side of [-1, 1]) {
    for (let index = 0; index < 3; index++) {
      const size = 1 + index * 0.55;
      const [x, width] = [800 + side * (360 + index * 190 + index * index * 30), 54 * size];
      const [top, bottom] = [40 - index * 40, 620 + index * 60];
      draw.rect(x - width / 2, top, width, bottom - top, draw.across([[0, lighten(here.wall, -0.13 - index * 0.03)], [0.4, lighten(here.wall, 0.04)],
        [1, lighten(here.wall, -0.15 - index * 0.03)]]))
        .rect(x - width * 0.7, bottom - 26 * size, width * 1.4, 26 * size, lighten(here.wall, -0.1 - index * 0.03));
    }
  }
  for (let rib = 0; rib < 3; rib++) draw.line(`M${440 - rib * 130} ${180 - rib * 20}Q800 ${-180 - rib * 60} ${1_160 + rib * 130} ${180 - rib * 20}`,
    lighten(here.wall, -0.09 - rib * 0.03), 26 + rib * 12);
  stainedGlass(scene, 690, 110, 220, 340);
  if (!isNight) {
    for (const [drift, hue] of [[-200, 25], [0, 80], [190, 250]] as const) {
      draw.polygon([[740, 330], [860, 330], [900 + drift * 1.6, 880], [700 + drift * 1.6, 880]], lch(0.85, 0.11, hue), 0.11);
    }
  }
  draw.glow(800, 250, 440, light.key, isDark ? 0.18 : 0.35);
  draw.rect(690, 500, 220, 100, here.indoors('#efe6d3')).rect(670, 490, 260, 16, here.indoors('#d0a95a'))
    .path('M780 500h40l12 90h-64Z', here.indoors(accent, 0.85)).line('M800 490v-76M776 438h48', here.indoors('#e0ba5c'), 8);
  for (const x of [700, 730, 870, 900]) draw.rect(x - 4, 460, 8, 30, '#f4ead2').glow(x, 452, 56, '#ffcf7d', 0.85)
    .ellipse(x, 453, 4, 8, '#fff1c4');
  draw.polygon([[740, 600], [860, 600], [960, 900], [640, 900]], here.indoors(mix(accent, '#7a2f36', 0.5), 0.8));
  for (let row = 0; row < 4; row++) {
    const [y, gap, length] = [640 + row * 66, 90 + row * 44, 330 + row * 120];
    for (const x of [800 - gap - length, 800 + gap]) {
      draw.rect(x, y + 18 + row * 3, length, 34 + row * 6, here.indoors('#59391f'))
        .rect(x, y, length, 18 + row * 3, here.indoors('#84563a'), 1, 4);
    }
  }
}

function drapes({ draw }: SceneContext, from: number, direction: 1 | -1, cloth: string): void {
  for (let fold = 0; fold < 8; fold++) {
    const x = from + direction * fold * 40;
    const sway = 18 - fold * 2;
    const shade = fold % 2 ? -0.06 : 0.03;
    draw.path(p`M${x} 40C${x + direction * sway} 300 ${x - direction * sway} 500 ${x + direction * (10 - fold * 4)} 800H${x + direction * (56 - fold * 4)}C${x + direction * 40} 500 ${x + direction * 50} 300 ${x + direction * 44} 40Z`,
      draw.across([[0, lighten(cloth, shade - 0.08)], [0.5, lighten(cloth, shade + 0.04)], [1, lighten(cloth, shade - 0.1)]]));
  }
}

export function theatre(scene: SceneContext): void {
  const { draw, accent, light, tint, random } = scene;
  const hue = toLch(accent)[2] + random.between(-40, 40);
  const red = tint(mix('#a0222f', accent, 0.18), 0.08);
  const gold = '#d2a452';
  draw.rect(0, 0, WIDTH, HEIGHT, '#170e14')
    .rect(200, 60, 1_200, 610, draw.gradient([[0, '#231a33'], [0.7, '#3d2848'], [1, '#5a3648']]));
  for (let flat = 0; flat < 3; flat++) {
    const inset = 330 + flat * random.between(76, 104);
    draw.path(p`M${inset} 660V${300 - flat * 30}Q800 ${60 - flat * 10} ${1_600 - inset} ${300 - flat * 30}V660Z`,
      lch(0.3 + flat * 0.07, 0.06, hue + flat * 14), 0.75);
  }
  for (let beam = 0; beam < 4; beam++) {
    draw.polygon([[320 + beam * 300, 60], [380 + beam * 300, 60], [520 + beam * 190, 680], [200 + beam * 330, 680]],
      draw.gradient([[0, light.warm, 0.65], [1, light.warm, 0.02]]), 0.42);
  }
  draw.ellipse(800, 650, 480, 60, mix(light.warm, '#ffffff', 0.2), 0.36)
    .polygon([[200, 640], [1_400, 640], [1_600, 800], [0, 800]], draw.gradient([[0, '#6b4430'], [1, '#9c6743']]));
  let boards = '';
  for (let board = -12; board <= 12; board++) boards += `M${800 + board * 50} 640L${800 + board * 68} 800`;
  draw.line(boards, '#462b1d', 2, 0.6).ellipse(800, 715, 450, 52, light.warm, 0.3);
  drapes(scene, 60, 1, red);
  drapes(scene, 1_540, -1, red);
  for (let swag = 0; swag < 8; swag++) {
    draw.path(`M${60 + swag * 185} 40q92 200 185 0Z`, draw.gradient([[0, lighten(red, -0.07)], [0.6, lighten(red, 0.04)], [1, lighten(red, -0.03)]]))
      .line(`M${60 + swag * 185} 46q92 196 185 0`, gold, 6);
  }
  draw.cutOut('M0 0H1600V900H1520V60H80V900H0Z', draw.gradient([[0, '#4a2722'], [1, '#2c1712']]))
    .line('M84 900V62H1516V900', gold, 7).line('M64 900V42H1536V900', gold, 2.5, 0.7);
  draw.rect(0, 796, WIDTH, 40, '#2f1a14').rect(0, 796, WIDTH, 6, gold);
  for (let x = 140; x < 1_500; x += 110) draw.glow(x, 800, 84, '#ffd48a', 0.65)
    .path(`M${x - 16} 800a16 14 0 0 1 32 0Z`, '#ffe9bd');
  for (let row = 0; row < 2; row++) {
    for (let x = -40 + row * 40; x < 1_640; x += 92) {
      draw.path(`M${x} 950v-${50 - row * 30}q0-34 38-34t38 34v${50 - row * 30}Z`, row ? '#0c0709' : '#1d0f12');
    }
  }
}

export function bar(scene: SceneContext): void {
  const { draw, random, accent, light, at } = scene;
  const here = room(scene, { wall: '#6e4636', floor: '#5f3d29', top: 40 });
  const wood = here.indoors('#7c4b31');
  draw.rect(420, 110, 760, 320, lighten(wood, -0.1)).rect(432, 122, 736, 296, mix('#2a2028', light.warm, 0.22));
  for (const y of [220, 320, 414]) {
    for (let x = 446; x < 1_146; x += random.between(26, 38)) {
      const [tall, width] = [random.between(50, 84), random.between(15, 22)];
      const colour = lch(random.between(0.42, 0.68), random.between(0.07, 0.14), random.pick([60, 75, 140, 30, 20, 200, toLch(accent)[2]]));
      draw.path(p`M${x} ${y}v${-tall * 0.6}q0-8 ${width * 0.3}-12v${-tall * 0.25}h${width * 0.4}v${tall * 0.25}q${width * 0.3} 4 ${width * 0.3} 12v${tall * 0.6}Z`, colour);
    }
    draw.rect(436, y, 728, 8, lighten(wood, 0.08));
  }
  draw.glow(800, 270, 560, light.warm, 0.42);
  windowAt(scene, 262, 130, 110, 240, { panes: [2, 4], view: 'city' });
  draw.rect(1_220, 130, 110, 150, here.indoors('#8a6a3a')).rect(1_230, 140, 90, 130, here.indoors(mix(accent, '#31424c', 0.5)))
    .line('M1250 240l20-50 14 30 12-18 14 38', '#f1d9a0', 5);
  draw.rect(316, 546, 968, 150, wood).rect(300, 520, 1_000, 26, lighten(wood, 0.14), 1, 5);
  for (let x = 330; x < 1_270; x += 118) draw.rect(x, 562, 100, 116, lighten(wood, -0.04), 1, 4);
  draw.line('M316 690H1284', here.indoors('#c79a4b'), 7);
  for (let stool = 0; stool < 5; stool++) {
    const x = 400 + stool * 200;
    draw.rect(x - 5, 654, 10, 130, at(0.95)).ellipse(x, 788, 40, 8, at(1)).line(`M${x - 22} 730h44`, at(0.95), 5)
      .rect(x - 44, 640, 88, 16, here.indoors('#7c302a'), 1, 6).ellipse(x, 640, 50, 12, here.indoors('#a5443a'));
  }
  for (const x of [480, 690, 910, 1_120]) pendant(scene, x, 130, 0.72, here.indoors(mix(accent, '#8a3a2c', 0.4)));
  for (const x of [520, 760, 1_050]) draw.path(`M${x} 520v-34h26v34Z`, '#f3c465', 0.95).ellipse(x + 13, 485, 14, 5, '#fff6dd');
}
