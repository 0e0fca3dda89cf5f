/** The row that a family's data belongs to. `type` is stored, and therefore permanent. */
export interface SubjectKey { type: string; id: string }

/** A subject as it is stored: with its project, whose deletion removes what belongs to the subject. */
export interface Subject extends SubjectKey { projectId: string }
