import type { Shown } from './shown.js';

const reference = (name: string): Shown => ({ $ref: `#/components/schemas/${name}` });

/**
 * The two forms of a request for a source, which `type` tells apart. The server itself validates one object with all fields, because an unknown type has its
 * own error code.
 */
export function sourceVariants(whole: Shown): Record<string, Shown> {
  const { content, uri, type: _type, ...shared } = whole.properties!;
  const variant = (description: string, types: string[], own: Record<string, Shown>, examples: unknown[]): Shown => ({
    type: 'object', description, additionalProperties: false, required: ['type', ...Object.keys(own)],
    properties: { type: { type: 'string', enum: types }, ...own, ...shared }, examples,
  });
  const names: Record<string, string> = { text: 'SourceFromText', markdown: 'SourceFromText', url: 'SourceFromAddress', pdf: 'SourceFromAddress' };
  return {
    SourceCreateRequest: {
      description: whole.description!, oneOf: [reference('SourceFromText'), reference('SourceFromAddress')],
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(Object.entries(names).map(([type, name]) => [type, reference(name).$ref!])) },
    },
    SourceFromText: variant('A text that is sent along', ['text', 'markdown'], { content: content! }, whole.examples ?? []),
    SourceFromAddress: variant('A page or a PDF that the server fetches', ['url', 'pdf'], { uri: uri! },
      [{ type: 'url', uri: 'https://example.org/the-lighthouse.html' }]),
  };
}
