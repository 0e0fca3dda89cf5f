/** A program for `python3 -c`, which takes a job in JSON. Prints milliseconds per round by stage and peer; errors of peers go to stderr. */
export const PYTHON_PEERS = `
import io, json, sys, time
job = json.loads(sys.argv[1])
sys.path.insert(0, job['folder'])
found = {}

def timed(peer, stage, work):
    work()
    rounds = []
    for _ in range(job['rounds']):
        at = time.perf_counter()
        work()
        rounds.append((time.perf_counter() - at) * 1000)
    found.setdefault(stage, {})[peer] = rounds

fountain = open(job['fountain'], encoding='utf-8').read()
fdx = open(job['fdx'], encoding='utf-8').read()

def screenplain():
    from screenplain.export import fdx as fdx_writer, pdf as pdf_writer
    from screenplain.parsers import fountain as reader
    parse = lambda: reader.parse(io.StringIO(fountain))
    timed('screenplain', 'read Fountain', parse)
    play = parse()
    timed('screenplain', 'write FDX', lambda: fdx_writer.to_fdx(play, io.StringIO()))
    timed('screenplain', 'write PDF', lambda: pdf_writer.to_pdf(play, io.BytesIO()))

def screenplay_tools():
    from screenplay_tools.fdx.parser import Parser as FdxReader
    from screenplay_tools.fdx.writer import Writer as FdxWriter
    from screenplay_tools.fountain.parser import Parser as Reader
    from screenplay_tools.fountain.writer import Writer
    def parse():
        parser = Reader()
        parser.add_text(fountain)
        return parser.script
    timed('screenplay-tools', 'read Fountain', parse)
    script = parse()
    timed('screenplay-tools', 'write Fountain', lambda: Writer().write(script))
    timed('screenplay-tools', 'write FDX', lambda: FdxWriter().write(script))
    timed('screenplay-tools', 'read FDX', lambda: FdxReader().parse(fdx))

def screenplay_pdf_to_json():
    from screenplay_pdf_to_json import convert
    timed('screenplay-pdf-to-json', 'read PDF', lambda: convert(open(job['pdf'], 'rb'), 0))

for peer in (screenplain, screenplay_tools, screenplay_pdf_to_json):
    try:
        peer()
    except Exception as error:
        sys.stderr.write(f'{peer.__name__} failed: {type(error).__name__}: {error}\\n')
json.dump(found, sys.stdout)
`;
