import type { Thing } from '../../places/things.js';
import * as buildings from './buildings.js';
import * as furniture from './furniture.js';
import * as green from './green.js';
import * as grounds from './grounds.js';
import * as moving from './moving.js';
import type { Piece } from './piece.js';
import * as small from './small.js';
import * as walls from './walls.js';

/** The drawings of single things. Windows, skies, grounds and shells of rooms are drawn by the functions that contain them. */
export const PIECES: Partial<Record<Thing, Piece>> = {
  door: walls.door, smallDoor: walls.smallDoor, fire: walls.fire, stove: walls.stove, oven: walls.oven, bookshelves: walls.bookshelves, shelves: walls.shelves,
  cupboard: walls.cupboard, stairs: walls.stairs, counter: walls.counter, blackboard: walls.blackboard, columns: walls.columns, picture: walls.picture,
  mirror: walls.mirror, clock: walls.clock, map: walls.map, screen: walls.screen, ladder: walls.ladder,
  bed: furniture.bed, net: furniture.net, sofa: furniture.sofa, armchair: furniture.armchair, chair: furniture.chair, stool: furniture.stool,
    desk: furniture.desk,
  table: furniture.table, longTable: furniture.longTable, bench: furniture.bench, piano: furniture.piano, washstand: furniture.washstand,
    chest: furniture.chest,
  rug: furniture.rug, barrel: furniture.barrel, appleBarrel: furniture.appleBarrel, crate: furniture.crate, sack: furniture.sack, plant: furniture.plant,
    machine: furniture.machine,
  candle: small.candle, lamp: small.lamp, tea: small.tea, food: small.food, tray: small.tray, papers: small.papers, book: small.book, bottle: small.bottle,
  microscope: small.microscope, jar: small.jar, statuette: small.statuette, key: small.key, chandelier: small.chandelier, gas: small.gas,
    lantern: small.lantern,
  trees: green.trees, bareTrees: green.bareTrees, pines: green.pines, palms: green.palms, olives: green.olives, fruitTree: green.fruitTree,
    blossom: green.blossom,
  shrubs: green.shrubs, roses: green.roses, flowers: green.flowers, vines: green.vines, tomatoes: green.tomatoes, ferns: green.ferns, wood: green.wood,
  house: buildings.house, verandah: buildings.verandah, farm: buildings.farm, church: buildings.church, spire: buildings.spire, mosque: buildings.mosque,
  shrine: buildings.shrine, tombs: buildings.tombs, ruins: buildings.ruins, mill: buildings.mill, towers: buildings.towers, townWall: buildings.townWall,
  castle: buildings.castle, summerhouse: buildings.summerhouse, tent: buildings.tent, bridge: buildings.bridge,
  gate: grounds.gate, railings: grounds.railings, fence: grounds.fence, lampPost: grounds.lampPost, gardenWall: grounds.gardenWall, steps: grounds.steps,
    awning: grounds.awning, targets: grounds.targets,
  graves: grounds.graves, fountain: grounds.fountain, well: grounds.well, statue: grounds.statue, rocks: grounds.rocks, cave: grounds.cave,
  campfire: grounds.campfire, puddles: grounds.puddles,
  birds: moving.birds, bats: moving.bats, butterflies: moving.butterflies, smoke: moving.smoke, horse: moving.horse, cattle: moving.cattle, dog: moving.dog,
  cat: moving.cat, elephant: moving.elephant, crowd: moving.crowd, carriage: moving.carriage, cart: moving.cart, car: moving.car, boat: moving.boat,
    ship: moving.ship,
};

/** In a room flowers stand in a vase. */
export const bouquet: Piece = small.bouquet;
export const greatHouse: Piece = buildings.greatHouse;
