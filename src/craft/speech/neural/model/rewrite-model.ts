import { decodeModel, encodeModel, ONNX_FLOAT, ONNX_INT32, ONNX_INT8, type OnnxGraph, type OnnxNode, type OnnxTensor } from './onnx-format.js';

/** Tensor with the pitch of every frame of 12.5 ms in Hz; frames without a tone hold less than `MIN_TONE_HZ`. */
const PITCH_CURVE = '/encoder/Reshape_output_0';
const MIN_TONE_HZ = 30;
const ONE = 'proscenium/one';

const node = (opType: string, input: string[], output: string): OnnxNode =>
  ({ opType, input, output: [output], name: `${output}_node`, attribute: [], domain: '' });

const floatTensor = (name: string, dims: number[], values: Float32Array): OnnxTensor =>
  ({ name, dims, dataType: ONNX_FLOAT, rawData: new Uint8Array(values.buffer, values.byteOffset, values.byteLength), int32Data: [] });

/** The weights of a quantised tensor without its scale, which the model multiplies in later. */
function unquantised(weights: OnnxTensor, zeroPoints: OnnxTensor | undefined, name: string): OnnxTensor {
  const bytesOf = ({ dataType, rawData, int32Data }: OnnxTensor): ArrayLike<number> => {
    if (rawData.length === 0) return int32Data;
    return dataType === ONNX_INT8 ? new Int8Array(rawData.buffer, rawData.byteOffset, rawData.length) : rawData;
  };
  const values = bytesOf(weights);
  const zeros = zeroPoints ? bytesOf(zeroPoints) : [0];
  if (zeros.length !== 1 && zeros.length !== Number(weights.dims[0])) throw new Error(`${weights.name} has ${zeros.length} zero points`);
  const perChannel = values.length / zeros.length;
  return floatTensor(name, weights.dims, Float32Array.from(values, (value: number, index) => value - (zeros[Math.floor(index / perChannel)] as number)));
}

/**
 * Gives the convolutions float weights and float input, because the runtime is slow at quantised ones, and their biases were rounded. The model still
 * multiplies by the scale of the former quantised input, so that scale becomes 1.
 */
function withFloatConvolutions(graph: OnnxGraph): void {
  const tensors = new Map(graph.initializer.map((tensor) => [tensor.name, tensor]));
  const quantisers = new Map<string, OnnxNode>();
  for (const each of graph.node) if (each.opType === 'DynamicQuantizeLinear') quantisers.set(each.output[0]!, each);
  const floats = new Map<string, OnnxTensor>();
  const nodes = graph.node.map((each) => {
    const quantiser = quantisers.get(each.input[0]!);
    const weights = tensors.get(each.input[1]!);
    if (each.opType !== 'ConvInteger' || !quantiser || !weights) return each;
    const name = `${weights.name}/float`;
    if (!floats.has(name)) floats.set(name, unquantised(weights, tensors.get(each.input[3] ?? ''), name));
    return { ...each, opType: 'Conv', input: [quantiser.input[0]!, name] };
  });
  const stillQuantised = new Set(nodes.flatMap(({ opType, input }) => (/^(?:Conv|MatMul)Integer$/.test(opType) ? [input[0]!] : [])));
  const scalesGone = new Set<string>();
  graph.node = nodes.filter((each) => {
    if (each.opType !== 'DynamicQuantizeLinear' || stillQuantised.has(each.output[0]!)) return true;
    scalesGone.add(each.output[1]!);
    return false;
  });
  for (const each of graph.node) each.input = each.input.map((name) => (scalesGone.has(name) ? ONE : name));
  graph.initializer.push(...floats.values(), floatTensor(ONE, [], Float32Array.of(1)));
}

/** Biases were rounded to whole numbers of the quantised scale; now that scale is 1 and they must stay fractions. */
function withFractionalBiases(graph: OnnxGraph): void {
  for (const each of graph.node) {
    if (each.opType === 'Floor' && each.name.includes('bias_quant_rounded')) each.opType = 'Identity';
    if (each.opType !== 'Cast' || !each.name.includes('bias_quantized')) continue;
    for (const attribute of each.attribute) if (attribute.name === 'to' && Number(attribute.i) === ONNX_INT32) attribute.i = ONNX_FLOAT;
  }
}

/** Adds the inputs `pitch` and `melody`: the tone of each frame becomes `pitch · hertz ^ melody`. */
function withPitchInputs(graph: OnnxGraph): void {
  const speed = graph.input.find(({ name }) => name === 'speed');
  if (!speed || !graph.node.some(({ output }) => output.includes(PITCH_CURVE))) throw new Error('the model has no pitch curve');
  const [tones, shaped, lifted, chosen] = ['tones', 'shaped', 'lifted', 'chosen'].map((part) => `proscenium/pitch/${part}`) as [string, string, string, string];
  for (const each of graph.node) each.input = each.input.map((name) => (name === PITCH_CURVE ? chosen : name));
  const at = graph.node.findIndex(({ output }) => output.includes(PITCH_CURVE)) + 1;
  graph.node.splice(at, 0,
    node('Greater', [PITCH_CURVE, 'proscenium/min-tone'], tones), node('Pow', [PITCH_CURVE, 'melody'], shaped),
    node('Mul', [shaped, 'pitch'], lifted), node('Where', [tones, lifted, PITCH_CURVE], chosen));
  graph.initializer.push(floatTensor('proscenium/min-tone', [1], Float32Array.of(MIN_TONE_HZ)));
  graph.input.push({ ...speed, name: 'pitch' }, { ...speed, name: 'melody' });
}

/**
 * Rewrites the published model for this engine: float convolutions (half the time, no rounded biases) and inputs for pitch
 * and melody. Takes about three times the model's memory. Throws when the bytes are another model.
 */
export function rewriteModel(bytes: Uint8Array): Uint8Array {
  const model = decodeModel(bytes);
  const { graph } = model;
  withFloatConvolutions(graph);
  withFractionalBiases(graph);
  withPitchInputs(graph);
  const used = new Set(graph.node.flatMap(({ input }) => input));
  graph.initializer = graph.initializer.filter(({ name }) => used.has(name));
  // The declared types of intermediate values no longer hold; the runtime infers them.
  graph.valueInfo = [];
  return encodeModel(model);
}
