/** A JSON schema as the OpenAPI document has it. */
export interface Schema {
  $ref?: string; type?: string; enum?: unknown[]; const?: unknown; default?: unknown; description?: string;
  anyOf?: Schema[]; oneOf?: Schema[]; allOf?: Schema[]; items?: Schema; properties?: Record<string, Schema>; patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema; required?: string[]; pattern?: string; format?: string;
  minLength?: number; maxLength?: number; minItems?: number; maxItems?: number; minimum?: number; maximum?: number; uniqueItems?: boolean;
  contentMediaType?: string;
}

export interface Example { $ref?: string; value?: unknown }
export interface Content { schema?: Schema; example?: unknown; examples?: Record<string, Example> }
export interface Answer { $ref?: string; description?: string; content?: Record<string, Content> }
export interface Parameter { name: string; in: string; required: boolean; description: string; schema: Schema }

/** One operation as the OpenAPI document shows it. */
export interface DocumentedOperation {
  operationId: string; tags: string[]; summary: string; description: string;
  'x-required-scopes'?: string[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, Answer>;
}

/** The parts of the OpenAPI document that the reference shows. */
export interface ApiDocument {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string; 'x-displayName': string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema>; examples: Record<string, { value: unknown }>; responses: Record<string, Answer> };
}

/** A recipe of `GET /examples`. */
export interface Recipe { title: string; summary: string; script: string; steps: { title: string; operationId: string; curl: string }[] }

/** The content from which the pages of documentation are drawn. */
export interface DocsContent { document: ApiDocument; firstProduction: Recipe; openapiUrl: string }

/** An operation with its place in the document. */
export interface Place { area: string; method: string; path: string; operation: DocumentedOperation }

/** Every operation, grouped by area, and within an area in the order of the document. */
export function placesOf({ tags, paths }: ApiDocument): Place[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ area: operation.tags[0]!, method: method.toUpperCase(), path, operation })));
  return tags.flatMap(({ name }) => all.filter(({ area }) => area === name));
}

/** The last part of a `$ref`: the name of its target. */
export const nameOf = (ref: string): string => ref.split('/').at(-1)!;

/** The schema that a reference names, or the schema itself. */
export function resolved(schema: Schema, { components }: ApiDocument): Schema {
  return schema.$ref ? components.schemas[nameOf(schema.$ref)] ?? {} : schema;
}

/** The value of the first example of some content; undefined when it has none. */
export function exampleOf({ example, examples }: Content, { components }: ApiDocument): unknown {
  if (example !== undefined) return example;
  const [first] = Object.values(examples ?? {});
  return first?.$ref ? components.examples[nameOf(first.$ref)]?.value : first?.value;
}

/** The paths of the reference of an area and of an operation. */
export const areaPath = (area: string): string => `/docs/${area}`;
export const operationPath = ({ area, operation }: Place): string => `${areaPath(area)}#${operation.operationId}`;
