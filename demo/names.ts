export const firstNames = [
  ...['Sofia', 'Mateo', 'Aiko', 'Lena', 'Omar', 'Ines', 'Noah', 'Priya', 'Emil', 'Zoe', 'Kenji', 'Amara', 'Luca'],
  ...['Freya', 'Diego', 'Hana', 'Viktor', 'Nora', 'Samir', 'Elif', 'Jonas', 'Mei', 'Tomas', 'Ayla', 'Rafael'],
]

export const lastNames = [
  ...['Garcia', 'Tanaka', 'Schmidt', 'Haddad', 'Costa', 'Novak', 'Sharma', 'Lindqvist', 'Okafor', 'Rossi', 'Kim'],
  ...['Dubois', 'Petrov', 'Yilmaz', 'Silva', 'Jensen', 'Moreau', 'Ivanova', 'Chen', 'Kowalski', 'Andersen'],
]
