/** A code of ICD-10-CM with its description. */
export interface Icd10Entry {
  code: string;
  text: string;
}

// The codes that genomic tests are ordered for; any other code may be typed.
const CODES = `
C16.9 Malignant neoplasm of stomach, unspecified
C18.9 Malignant neoplasm of colon, unspecified
C20 Malignant neoplasm of rectum
C22.0 Liver cell carcinoma
C22.1 Intrahepatic bile duct carcinoma
C25.9 Malignant neoplasm of pancreas, unspecified
C34.90 Malignant neoplasm of unspecified part of unspecified bronchus or lung
C34.91 Malignant neoplasm of unspecified part of right bronchus or lung
C34.92 Malignant neoplasm of unspecified part of left bronchus or lung
C43.9 Malignant melanoma of skin, unspecified
C50.911 Malignant neoplasm of unspecified site of right female breast
C50.912 Malignant neoplasm of unspecified site of left female breast
C50.919 Malignant neoplasm of unspecified site of unspecified female breast
C54.1 Malignant neoplasm of endometrium
C56.1 Malignant neoplasm of right ovary
C56.2 Malignant neoplasm of left ovary
C56.9 Malignant neoplasm of unspecified ovary
C61 Malignant neoplasm of prostate
C64.9 Malignant neoplasm of unspecified kidney, except renal pelvis
C67.9 Malignant neoplasm of bladder, unspecified
C71.9 Malignant neoplasm of brain, unspecified
C73 Malignant neoplasm of thyroid gland
C80.1 Malignant (primary) neoplasm, unspecified
C83.30 Diffuse large B-cell lymphoma, unspecified site
C90.00 Multiple myeloma not having achieved remission
C91.00 Acute lymphoblastic leukemia not having achieved remission
C91.10 Chronic lymphocytic leukemia of B-cell type not having achieved remission
C92.00 Acute myeloblastic leukemia, not having achieved remission
C92.10 Chronic myeloid leukemia, BCR/ABL-positive, not having achieved remission
D12.6 Benign neoplasm of colon, unspecified
D13.91 Familial adenomatous polyposis
D45 Polycythemia vera
D46.9 Myelodysplastic syndrome, unspecified
D47.1 Chronic myeloproliferative disease
D47.3 Essential (hemorrhagic) thrombocythemia
D56.0 Alpha thalassemia
D56.1 Beta thalassemia
D57.1 Sickle-cell disease without crisis
D58.0 Hereditary spherocytosis
D61.09 Other constitutional aplastic anemia
D66 Hereditary factor VIII deficiency
D67 Hereditary factor IX deficiency
D68.00 Von Willebrand disease, unspecified
D68.51 Activated protein C resistance
D68.59 Other primary thrombophilia
D69.6 Thrombocytopenia, unspecified
D80.9 Immunodeficiency with predominantly antibody defects, unspecified
D81.9 Combined immunodeficiency, unspecified
D82.1 Di George's syndrome
D83.9 Common variable immunodeficiency, unspecified
D84.9 Immunodeficiency, unspecified
E10.9 Type 1 diabetes mellitus without complications
E11.9 Type 2 diabetes mellitus without complications
E13.9 Other specified diabetes mellitus without complications
E23.0 Hypopituitarism
E25.0 Congenital adrenogenital disorders associated with enzyme deficiency
E28.39 Other primary ovarian failure
E31.21 Multiple endocrine neoplasia [MEN] type I
E31.22 Multiple endocrine neoplasia [MEN] type IIA
E70.0 Classical phenylketonuria
E70.30 Albinism, unspecified
E71.310 Long chain/very long chain acyl CoA dehydrogenase deficiency
E71.311 Medium chain acyl CoA dehydrogenase deficiency
E71.529 X-linked adrenoleukodystrophy, unspecified type
E72.20 Disorder of urea cycle metabolism, unspecified
E74.00 Glycogen storage disease, unspecified
E74.02 Pompe disease
E75.02 Tay-Sachs disease
E75.21 Fabry (-Anderson) disease
E75.22 Gaucher disease
E75.23 Krabbe disease
E75.25 Metachromatic leukodystrophy
E76.01 Hurler's syndrome
E76.1 Mucopolysaccharidosis, type II
E78.01 Familial hypercholesterolemia
E80.4 Gilbert syndrome
E83.01 Wilson's disease
E83.110 Hereditary hemochromatosis
E84.0 Cystic fibrosis with pulmonary manifestations
E84.9 Cystic fibrosis, unspecified
E88.01 Alpha-1-antitrypsin deficiency
E88.40 Mitochondrial metabolism disorder, unspecified
E88.41 MELAS syndrome
E88.42 MERRF syndrome
F70 Mild intellectual disabilities
F71 Moderate intellectual disabilities
F72 Severe intellectual disabilities
F79 Unspecified intellectual disabilities
F80.9 Developmental disorder of speech and language, unspecified
F82 Specific developmental disorder of motor function
F84.0 Autistic disorder
F84.2 Rett's syndrome
F88 Other disorders of psychological development
F89 Unspecified disorder of psychological development
G10 Huntington's disease
G11.11 Friedreich ataxia
G11.4 Hereditary spastic paraplegia
G11.9 Hereditary ataxia, unspecified
G12.0 Infantile spinal muscular atrophy, type I [Werdnig-Hoffman]
G12.1 Other inherited spinal muscular atrophy
G12.21 Amyotrophic lateral sclerosis
G24.9 Dystonia, unspecified
G30.0 Alzheimer's disease with early onset
G31.09 Other frontotemporal neurocognitive disorder
G40.833 Dravet syndrome, intractable, with status epilepticus
G40.834 Dravet syndrome, intractable, without status epilepticus
G40.909 Epilepsy, unspecified, not intractable, without status epilepticus
G40.919 Epilepsy, unspecified, intractable, without status epilepticus
G60.0 Hereditary motor and sensory neuropathy
G60.9 Hereditary and idiopathic neuropathy, unspecified
G71.00 Muscular dystrophy, unspecified
G71.01 Duchenne or Becker muscular dystrophy
G71.11 Myotonic muscular dystrophy
G71.20 Congenital myopathy, unspecified
G72.9 Myopathy, unspecified
G80.9 Cerebral palsy, unspecified
G93.40 Encephalopathy, unspecified
H35.50 Unspecified hereditary retinal dystrophy
H35.52 Pigmentary retinal dystrophy
H35.53 Other dystrophies primarily involving the sensory retina
H47.22 Hereditary optic atrophy
H54.7 Unspecified visual loss
H90.3 Sensorineural hearing loss, bilateral
H90.5 Unspecified sensorineural hearing loss
H91.90 Unspecified hearing loss, unspecified ear
I27.0 Primary pulmonary hypertension
I42.0 Dilated cardiomyopathy
I42.1 Obstructive hypertrophic cardiomyopathy
I42.2 Other hypertrophic cardiomyopathy
I42.8 Other cardiomyopathies
I42.9 Cardiomyopathy, unspecified
I45.81 Long QT syndrome
I46.9 Cardiac arrest, cause unspecified
I47.20 Ventricular tachycardia, unspecified
I49.8 Other specified cardiac arrhythmias
I71.20 Thoracic aortic aneurysm, without rupture, unspecified
K50.90 Crohn's disease, unspecified, without complications
K51.90 Ulcerative colitis, unspecified, without complications
K76.9 Liver disease, unspecified
K86.1 Other chronic pancreatitis
M62.81 Muscle weakness (generalized)
N04.9 Nephrotic syndrome with unspecified morphologic changes
N18.9 Chronic kidney disease, unspecified
N20.0 Calculus of kidney
N46.01 Organic azoospermia
N46.9 Male infertility, unspecified
N96 Recurrent pregnancy loss
N97.9 Female infertility, unspecified
O09.511 Supervision of elderly primigravida, first trimester
O09.521 Supervision of elderly multigravida, first trimester
O28.5 Abnormal chromosomal and genetic finding on antenatal screening of mother
P94.2 Congenital hypotonia
Q02 Microcephaly
Q04.3 Other reduction deformities of brain
Q04.9 Congenital malformation of brain, unspecified
Q05.9 Spina bifida, unspecified
Q12.0 Congenital cataract
Q13.1 Absence of iris
Q21.0 Ventricular septal defect
Q21.3 Tetralogy of Fallot
Q24.9 Congenital malformation of heart, unspecified
Q35.9 Cleft palate, unspecified
Q37.9 Unspecified cleft palate with unilateral cleft lip
Q43.1 Hirschsprung's disease
Q61.19 Other polycystic kidney, infantile type
Q61.2 Polycystic kidney, adult type
Q61.3 Polycystic kidney, unspecified
Q74.3 Arthrogryposis multiplex congenita
Q75.3 Macrocephaly
Q77.4 Achondroplasia
Q78.0 Osteogenesis imperfecta
Q78.9 Osteochondrodysplasia, unspecified
Q79.2 Exomphalos
Q79.3 Gastroschisis
Q79.60 Ehlers-Danlos syndrome, unspecified
Q79.61 Classical Ehlers-Danlos syndrome
Q79.62 Hypermobile Ehlers-Danlos syndrome
Q79.63 Vascular Ehlers-Danlos syndrome
Q80.9 Congenital ichthyosis, unspecified
Q81.9 Epidermolysis bullosa, unspecified
Q85.00 Neurofibromatosis, unspecified
Q85.01 Neurofibromatosis, type 1
Q85.02 Neurofibromatosis, type 2
Q85.03 Schwannomatosis
Q85.1 Tuberous sclerosis
Q85.81 PTEN hamartoma tumor syndrome
Q85.82 Other Cowden syndrome
Q85.83 Von Hippel-Lindau syndrome
Q87.0 Congenital malformation syndromes predominantly affecting facial appearance
Q87.11 Prader-Willi syndrome
Q87.19 Other congenital malformation syndromes predominantly associated with short stature
Q87.2 Congenital malformation syndromes predominantly involving limbs
Q87.3 Congenital malformation syndromes involving early overgrowth
Q87.40 Marfan syndrome, unspecified
Q87.410 Marfan syndrome with aortic dilation
Q87.418 Marfan syndrome with other cardiovascular manifestations
Q87.42 Marfan syndrome with ocular manifestations
Q87.43 Marfan syndrome with skeletal manifestation
Q87.81 Alport syndrome
Q87.89 Other specified congenital malformation syndromes, not elsewhere classified
Q89.7 Multiple congenital malformations, not elsewhere classified
Q89.9 Congenital malformation, unspecified
Q90.9 Down syndrome, unspecified
Q91.3 Trisomy 18, unspecified
Q91.7 Trisomy 13, unspecified
Q93.4 Deletion of short arm of chromosome 5
Q93.51 Angelman syndrome
Q93.59 Other deletions of part of a chromosome
Q93.81 Velo-cardio-facial syndrome
Q93.82 Williams syndrome
Q93.88 Other microdeletions
Q96.9 Turner's syndrome, unspecified
Q98.4 Klinefelter syndrome, unspecified
Q99.2 Fragile X chromosome
Q99.9 Chromosomal abnormality, unspecified
R27.0 Ataxia, unspecified
R55 Syncope and collapse
R56.9 Unspecified convulsions
R62.0 Delayed milestone in childhood
R62.50 Unspecified lack of expected normal physiological development in childhood
R62.51 Failure to thrive (child)
R62.52 Short stature (child)
Z13.71 Encounter for nonprocreative screening for genetic disease carrier status
Z13.79 Encounter for other screening for genetic and chromosomal anomalies
Z14.01 Asymptomatic hemophilia A carrier
Z14.02 Symptomatic hemophilia A carrier
Z14.1 Cystic fibrosis carrier
Z14.8 Genetic carrier of other disease
Z15.01 Genetic susceptibility to malignant neoplasm of breast
Z15.02 Genetic susceptibility to malignant neoplasm of ovary
Z15.03 Genetic susceptibility to malignant neoplasm of prostate
Z15.04 Genetic susceptibility to malignant neoplasm of endometrium
Z15.09 Genetic susceptibility to other malignant neoplasm
Z15.81 Genetic susceptibility to multiple endocrine neoplasia [MEN]
Z15.89 Genetic susceptibility to other disease
Z31.430 Encounter of female for testing for genetic disease carrier status for procreative management
Z31.440 Encounter of male for testing for genetic disease carrier status for procreative management
Z31.5 Encounter for procreative genetic counseling
Z36.0 Encounter for antenatal screening for chromosomal anomalies
Z80.0 Family history of malignant neoplasm of digestive organs
Z80.3 Family history of malignant neoplasm of breast
Z80.41 Family history of malignant neoplasm of ovary
Z80.42 Family history of malignant neoplasm of prostate
Z80.49 Family history of malignant neoplasm of other genital organs
Z80.51 Family history of malignant neoplasm of kidney
Z80.6 Family history of leukemia
Z80.8 Family history of malignant neoplasm of other organs or systems
Z81.0 Family history of intellectual disabilities
Z82.0 Family history of epilepsy and other diseases of the nervous system
Z82.2 Family history of deafness and hearing loss
Z82.41 Family history of sudden cardiac death
Z82.49 Family history of ischemic heart disease and other diseases of the circulatory system
Z82.71 Family history of polycystic kidney
Z82.79 Family history of other congenital malformations, deformations and chromosomal abnormalities
Z83.42 Family history of familial hypercholesterolemia
Z84.81 Family history of carrier of genetic disease
Z85.038 Personal history of other malignant neoplasm of large intestine
Z85.3 Personal history of malignant neoplasm of breast
Z85.43 Personal history of malignant neoplasm of ovary
Z85.46 Personal history of malignant neoplasm of prostate
`;

/** The bundled codes, in order. Loaded on first use, because only clinical orders need them. */
export const ICD10_CODES: readonly Icd10Entry[] = CODES.trim()
  .split('\n')
  .map((line) => {
    const space = line.indexOf(' ');
    return { code: line.slice(0, space), text: line.slice(space + 1) };
  });
