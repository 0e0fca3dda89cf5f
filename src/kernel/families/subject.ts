/** The row that a family's data belongs to. `type` is stored and therefore permanent. */
export interface SubjectKey { type: string; id: string }

/** A subject with its project. Deleting the project deletes the data of the subject. */
export interface Subject extends SubjectKey { projectId: string }
