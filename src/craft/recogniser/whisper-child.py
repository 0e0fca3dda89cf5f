# Hears lines of speech with Whisper, one after another, until standard input ends. It is a separate process, because the model
# needs Python and much memory. Arguments: the model's folder, the number of threads, the most bytes of a line, and `words` to answer the
# words with their times, as JSON in the text: [[word, start, end], …] in seconds of the line.
# Standard input: for each line its number of bytes (32-bit little-endian), then mono 16-bit little-endian samples at 24 kHz.
# Standard output: one JSON object in a line: {"ready": true} once, then {"text": …} or {"error": …} for each line.
import json
import os
import struct
import sys

# Libraries may print: only this program's answers go to standard output.
ANSWERS = os.fdopen(os.dup(1), 'w', encoding='utf-8')
os.dup2(2, 1)

import numpy
from faster_whisper import WhisperModel

FROM_HZ, TO_HZ = 24_000, 16_000
# Samples are doubled to 48 kHz, filtered, and every third is kept.
HALF_TAPS = 72
POSITIONS = numpy.arange(-HALF_TAPS, HALF_TAPS + 1)
LOW_PASS = numpy.sinc(POSITIONS * (0.96 * TO_HZ / (2 * FROM_HZ))) * numpy.blackman(2 * HALF_TAPS + 1)
LOW_PASS *= 2 / LOW_PASS.sum()
# Whisper misses a word that begins with the first sample.
LEAD_IN = numpy.zeros(TO_HZ // 4, numpy.float32)
# Whisper hears "You" in silence: below this sample value there is nothing to hear.
SILENT = 100


def answer(value):
    ANSWERS.write(json.dumps(value) + '\n')
    ANSWERS.flush()


def resampled(samples):
    doubled = numpy.zeros(2 * len(samples))
    doubled[::2] = samples / 32_768
    return numpy.convolve(doubled, LOW_PASS, 'same')[::3].astype(numpy.float32)


def hear(model, sound, by_word):
    samples = numpy.frombuffer(sound, '<i2')
    if numpy.abs(samples.astype(numpy.int32)).max(initial=0) < SILENT:
        return '[]' if by_word else ''
    # Temperature 0 makes the answer depend on nothing but the samples.
    segments, _ = model.transcribe(
        numpy.concatenate([LEAD_IN, resampled(samples), LEAD_IN]), language='en', beam_size=5, temperature=0,
        condition_on_previous_text=False, word_timestamps=by_word)
    if by_word:
        lead = len(LEAD_IN) / TO_HZ
        return json.dumps([[word.word.strip(), word.start - lead, word.end - lead] for segment in segments for word in segment.words])
    return ' '.join(segment.text.strip() for segment in segments)

def main():
    folder, threads, most = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    by_word = sys.argv[4:] == ['words']
    model = WhisperModel(folder, device='cpu', compute_type='int8', cpu_threads=threads, local_files_only=True)
    answer({'ready': True})
    while True:
        header = sys.stdin.buffer.read(4)
        if len(header) < 4:
            return
        size = struct.unpack('<I', header)[0]
        if size > most or size % 2 == 1:
            raise ValueError(f'a line of {size} bytes')
        sound = sys.stdin.buffer.read(size)
        if len(sound) < size:
            return
        try:
            answer({'text': hear(model, sound, by_word)})
        except Exception as error:
            answer({'error': str(error)[:500]})


main()
