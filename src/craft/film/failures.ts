/** What was encoded is not the film that was asked for; another attempt with the same input would fail too. */
export class FilmRejected extends Error {
  override readonly name = 'FilmRejected';
}
