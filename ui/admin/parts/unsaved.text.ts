// Texts of the question before a form is left. They come with the forms.

const en = {
  leave_title: 'Discard changes?',
  leave_text: 'What you entered here will be lost.',
  leave_yes: 'Discard changes',
  leave_no: 'Keep editing',
}

const sw: Record<keyof typeof en, string> = {
  leave_title: 'Ondoka bila kuhifadhi?',
  leave_text: 'Ulichoandika hapa kitapotea.',
  leave_yes: 'Acha mabadiliko',
  leave_no: 'Endelea kuandika',
}

export const unsaved = { en, sw }
